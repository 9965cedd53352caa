import type { Budget } from '@palimpsest/core/engine'

/** How large things are meant to be, in tokens. */
export interface LcmSizes {
  /** Messages that one leaf represents. */
  readonly leafTokens: number
  /** The record of a leaf. */
  readonly recordTokens: number
  /** The record of a node above other nodes. */
  readonly condensedTokens: number
  /** A message of more is shown by its beginning and an outline. */
  readonly giantTokens: number
  readonly tailTokens: number
}

/** In a window of 200,000 tokens at default settings: 20,000 tokens become 2,400. */
const mostLeafTokens = 20_000
const leafShare = 0.2
const recordShare = 0.12
/** Less than this says nothing. */
const leastRecordTokens = 160
/** A node above others tells of more, but is not meant to grow with its depth. */
const condensedShare = 1.5
const mostGiantTokens = 25_000

/** Of the room beside the tail, what one change of the view may fill with leaves. */
const freshShare = 0.5
/** Line, name and seal around a record. */
const envelopeTokens = 70

/**
 * Small windows scale everything down. Where a large system prompt leaves little room, leaves are larger, by powers of
 * two: a size that changed a little each time would move the ends of all runs.
 */
export function lcmSizes({ thresholdTokens, targetTokens, tailTokens }: Budget, roomTokens: number): LcmSizes {
  const leafTokens = Math.max(4 * leastRecordTokens, Math.min(mostLeafTokens, Math.floor(thresholdTokens * leafShare)))
  const recordTokens = Math.max(leastRecordTokens, Math.floor(leafTokens * recordShare))
  const most = Math.max(1, Math.floor(((roomTokens - tailTokens) * freshShare) / (recordTokens + envelopeTokens)))
  const olderTokens = Math.max(0, thresholdTokens - tailTokens - (targetTokens - roomTokens))
  const doublings = Math.max(0, Math.ceil(Math.log2(olderTokens / leafTokens / most)))
  return {
    leafTokens: leafTokens * 2 ** doublings,
    recordTokens,
    condensedTokens: Math.floor(recordTokens * condensedShare),
    giantTokens: Math.min(mostGiantTokens, Math.floor(targetTokens / 2)),
    tailTokens,
  }
}
