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
const leastRecordTokens = 110
/** A node above others tells of more, but is not meant to grow with its depth. */
const condensedShare = 1.5
const mostGiantTokens = 25_000
/** Line, name and seal around a record. */
export const recordEnvelopeTokens = 50
/** Of the room, what the tail may take. */
const tailShare = 0.5
/** A view holds so many records at least: with fewer, folding them makes a chain instead of a tree. */
const leastRecords = 8
/** Of the room beside the tail, what one change of the view may fill with leaves. */
const freshShare = 0.5

/**
 * Small windows scale everything down, and so does a large system prompt that leaves little room. Leaves then grow by
 * powers of two: a size that changed a little each time would move the ends of all runs.
 */
export function lcmSizes(budget: Budget, roomTokens: number): LcmSizes {
  const { thresholdTokens, targetTokens } = budget
  const tailTokens = Math.min(budget.tailTokens, Math.max(1, Math.floor(roomTokens * tailShare)))
  const besideTail = roomTokens - tailTokens
  const usual = Math.max(4 * leastRecordTokens, Math.min(mostLeafTokens, Math.floor(thresholdTokens * leafShare)))
  const fitting = Math.floor(besideTail / leastRecords) - recordEnvelopeTokens
  const recordTokens = Math.max(leastRecordTokens, Math.min(Math.floor(usual * recordShare), fitting))
  const most = Math.max(1, Math.floor((besideTail * freshShare) / (recordTokens + recordEnvelopeTokens)))
  const olderTokens = Math.max(0, thresholdTokens - tailTokens - (targetTokens - roomTokens))
  const doublings = Math.max(0, Math.ceil(Math.log2(olderTokens / usual / most)))
  return {
    leafTokens: usual * 2 ** doublings,
    recordTokens,
    condensedTokens: Math.floor(recordTokens * condensedShare),
    giantTokens: Math.min(mostGiantTokens, Math.floor(targetTokens / 2)),
    tailTokens,
  }
}
