import { isRealUser, type Occasion, takesTurns, turnOf } from '@palimpsest/core/engine'
import { chooseFold } from './choose-fold.ts'
import { cutRuns } from './cut-runs.ts'
import { type LcmSizes, recordEnvelopeTokens } from './lcm-sizes.ts'
import type { NodeBlock, RawBlock, ViewBlocks } from './view-blocks.ts'

/** Entries of the view that will be shown as one message: a node that stays, or a record to be written. */
export interface RecordPiece {
  readonly blocks: readonly (RawBlock | NodeBlock)[]
  /** Tokens of what it represents in the view as it is. */
  readonly sourceTokens: number
  /** Tokens that it will take. */
  readonly tokens: number
  /** The size of the record to be written; absent for a node that stays. */
  readonly targetTokens?: number
  /** False for a stretch that has not reached the size of a leaf yet. */
  readonly isFull: boolean
  /** True for a node that code wrote in an emergency, and a model is to write anew. */
  readonly isRewrite?: boolean
}

/** The view as it is to be: nodes and records, then what stays as it was said. */
export interface EpochLayout {
  readonly pieces: readonly RecordPiece[]
  readonly raw: readonly RawBlock[]
  /** A message of more than this, among those that stay, is shown by its beginning and an outline. */
  readonly giantTokens: number
}

export interface LayoutOptions {
  /** Tokens that pieces and messages may take together. */
  readonly roomTokens: number
  /** Everything outside the tail becomes records, although there is room. */
  readonly isAll: boolean
}

/** Shares of the tail and of the largest message, each tried where the one before leaves no room for what is older. */
const measures = [1, 0.5, 0.25, 0.1, 0.02]
/** A giant that is not shown whole takes about this much. */
const outlineTokens = 700

/** Decides what becomes a record, what is folded and what stays, by sizes alone: nothing is written yet. */
export function layOut(
  { blocks }: ViewBlocks,
  occasion: Occasion,
  sizes: LcmSizes,
  options: LayoutOptions,
): EpochLayout {
  const lastNode = blocks.findLastIndex(({ kind }) => kind === 'node')
  const prefix = piecesOf(blocks.slice(0, lastNode + 1), sizes)
  const rest = blocks.slice(lastNode + 1).filter((block) => block.kind === 'raw')
  let layout: EpochLayout | undefined
  for (const share of measures) {
    const giantTokens = Math.max(minGiantTokens, Math.floor(sizes.giantTokens * share))
    const shown = (block: RawBlock) => shownTokens(block, occasion, giantTokens)
    const tailStart = startOfTail(rest, occasion, { tailTokens: sizes.tailTokens * share, shown })
    layout = fill(prefix, { rest, tailStart, giantTokens, shown }, sizes, options)
    if (tokensIn(layout, shown) <= options.roomTokens) break
  }
  return layout ?? { pieces: prefix, raw: rest, giantTokens: sizes.giantTokens }
}

const minGiantTokens = 200

function tokensIn({ pieces, raw }: EpochLayout, shown: (block: RawBlock) => number): number {
  return sum(pieces.map(({ tokens }) => tokens)) + sum(raw.map(shown))
}

/** The tokens of a group once its giants are shown in short. */
function shownTokens({ items, tokens }: RawBlock, { counter }: Occasion, giantTokens: number): number {
  if (tokens <= giantTokens) return tokens
  return sum(
    items.map(({ message }) => {
      const own = counter.message(message)
      return own > giantTokens ? Math.min(own, outlineTokens, giantTokens) : own
    }),
  )
}

/** The nodes that are there. A stretch that another engine left before them becomes a record as well. */
function piecesOf(prefix: readonly (RawBlock | NodeBlock)[], sizes: LcmSizes): readonly RecordPiece[] {
  const pieces: RecordPiece[] = []
  let open: RawBlock[] = []
  for (const block of prefix) {
    if (block.kind === 'raw') open.push(block)
    else if (open.length > 0 && sum(open.map(({ tokens }) => tokens)) < sizes.leafTokens / 2) {
      pieces.push(written([...open, block], sizes.condensedTokens))
      open = []
    } else {
      pieces.push(...cutRuns(open, sizes.leafTokens).map((run) => written(run.blocks, sizes.recordTokens)))
      pieces.push(staying(block))
      open = []
    }
  }
  return pieces
}

function staying(block: NodeBlock): RecordPiece {
  return { blocks: [block], sourceTokens: block.tokens, tokens: block.tokens, isFull: true }
}

function written(blocks: RecordPiece['blocks'], targetTokens: number, isFull = true): RecordPiece {
  const sourceTokens = sum(blocks.map(({ tokens }) => tokens))
  return {
    blocks,
    sourceTokens,
    tokens: Math.min(sourceTokens, targetTokens + recordEnvelopeTokens),
    targetTokens,
    isFull,
  }
}

interface Rest {
  readonly rest: readonly RawBlock[]
  readonly tailStart: number
  readonly giantTokens: number
  shown(block: RawBlock): number
}

/** Turns the oldest messages into leaves until the rest fits, then folds nodes, then makes leaves larger. */
function fill(
  prefix: readonly RecordPiece[],
  { rest, tailStart, giantTokens, shown }: Rest,
  sizes: LcmSizes,
  { roomTokens, isAll }: LayoutOptions,
): EpochLayout {
  const runs = cutRuns(rest.slice(0, tailStart), sizes.leafTokens)
  let leaves: readonly RecordPiece[] = []
  let taken = 0
  const layout = (pieces: readonly RecordPiece[]) => ({
    pieces: [...pieces, ...leaves],
    raw: rest.slice(taken),
    giantTokens,
  })
  for (const run of runs) {
    if (!isAll && tokensIn(layout(prefix), shown) <= roomTokens) break
    if (run.tokens <= 2 * (sizes.recordTokens + recordEnvelopeTokens) && !run.isFull && leaves.length > 0) break
    leaves = [...leaves, written(run.blocks, sizes.recordTokens, run.isFull)]
    taken += run.blocks.length
  }
  let old = prefix
  for (;;) {
    const now = layout(old)
    if (tokensIn(now, shown) <= roomTokens) return now
    const folded = foldOnce(old, sizes)
    if (folded !== undefined) old = folded
    else if (leaves.length > 1) leaves = pairUp(leaves, sizes)
    else return now
  }
}

function foldOnce(pieces: readonly RecordPiece[], { condensedTokens }: LcmSizes): readonly RecordPiece[] | undefined {
  const fold = chooseFold(pieces.map((piece) => ({ depth: depthOf(piece) })))
  if (fold === undefined) return undefined
  const joined = written(
    pieces.slice(fold.from, fold.to).flatMap(({ blocks }) => blocks),
    condensedTokens,
  )
  const tokens = sum(pieces.slice(fold.from, fold.to).map((piece) => piece.tokens))
  // What cannot become smaller is left alone.
  if (joined.tokens >= tokens) return undefined
  return [...pieces.slice(0, fold.from), joined, ...pieces.slice(fold.to)]
}

function depthOf({ blocks, targetTokens }: RecordPiece): number {
  const deepest = Math.max(0, ...blocks.map((block) => (block.kind === 'node' ? block.depth : 0)))
  return targetTokens === undefined ? deepest : deepest + 1
}

function pairUp(leaves: readonly RecordPiece[], { recordTokens }: LcmSizes): readonly RecordPiece[] {
  const pairs: RecordPiece[] = []
  for (let at = 0; at < leaves.length; at += 2)
    pairs.push(
      written(
        leaves.slice(at, at + 2).flatMap(({ blocks }) => blocks),
        recordTokens,
      ),
    )
  return pairs
}

interface TailOptions {
  readonly tailTokens: number
  shown(block: RawBlock): number
}

/** What the user asked for last may take so much more than the tail before it is only quoted. */
const turnSlack = 1.5

/** The newest groups, always the last one, and from what the user said last on where that is not far. */
function startOfTail(rest: readonly RawBlock[], occasion: Occasion, { tailTokens, shown }: TailOptions): number {
  const isAsked = ({ items }: RawBlock) => items.some((shownItem) => isSaid(shownItem))
  const asked = rest.findLastIndex(isAsked)
  let start = rest.length
  let total = 0
  for (let at = rest.length - 1; at >= 0; at--) {
    const block = rest[at]
    if (block === undefined) break
    total += shown(block)
    const most = at >= asked ? tailTokens * turnSlack : tailTokens
    if (total > most && start < rest.length) break
    start = at
  }
  return alignTail(rest, start, occasion)
}

function isSaid({ message, standsFor }: RawBlock['items'][number]): boolean {
  return (standsFor === undefined || standsFor.length === 1) && isRealUser(message)
}

/**
 * The records before the tail are a turn of the user. A tail that begins with calls and goes on with the user would give
 * the user two in a row, and one without any turn must not end with another role than before.
 */
function alignTail(rest: readonly RawBlock[], start: number, { view }: Occasion): number {
  if (!takesTurns(view.map(({ message }) => message))) return start
  const turnAt = (block: RawBlock | undefined) => block?.items.map(({ message }) => turnOf(message)).find(Boolean)
  const next = rest.findIndex((block, at) => at >= start && turnAt(block) !== undefined)
  if (next !== -1) return turnAt(rest[next]) === 'user' ? next : start
  const last = rest.findLastIndex((block) => turnAt(block) !== undefined)
  return last !== -1 && turnAt(rest[last]) === 'assistant' ? last : start
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
