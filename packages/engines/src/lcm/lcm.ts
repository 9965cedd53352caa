import {
  type ContextEngine,
  type EnginePorts,
  engineContract,
  groupStarts,
  type Occasion,
  outlineText,
  type Plan,
  redact,
} from '@palimpsest/core/engine'
import { countAll } from '../reading/count-all.ts'
import { readLedgerOf } from '../reading/read-ledger-of.ts'
import { layOut, type RecordPiece } from './epoch-layout.ts'
import type { EpochWork } from './epoch-work.ts'
import { type LcmMemo, readLcmMemo } from './lcm-memo.ts'
import { lcmSizes } from './lcm-sizes.ts'
import { createNodeCache } from './node-cache.ts'
import { createNodeShapes, type NodeShapes } from './node-shapes.ts'
import { planEpoch, withRewrites, writePieces } from './plan-epoch.ts'
import { createSpendGuard, type SpendGuard } from './spend-guard.ts'
import { stateNoteTokens } from './state-note.ts'
import { lcmTools } from './tools/lcm-tools.ts'
import { readBlocks, type ViewBlocks } from './view-blocks.ts'
import { awakeModels } from './write-record.ts'
import { pieceEntries } from './written-piece.ts'

/**
 * The lossless engine: what leaves the view is represented by records that form a DAG over the log. Records never change,
 * so between two changes of the view every request extends the last one; at a change the oldest messages become leaves and
 * the oldest leaves are folded into nodes above them. Whatever is not shown can be searched, unfolded and read back.
 */
export function createLcm(ports: EnginePorts): ContextEngine {
  const shapes = createNodeShapes(ports.log)
  const parts = { ports, shapes, guard: createSpendGuard(ports), pace: { restsUntil: Number.NEGATIVE_INFINITY } }
  return {
    name: 'lcm',
    contract: engineContract,
    shouldCompress: ({ promptTokens, thresholdTokens }) => promptTokens >= thresholdTokens,
    hasContentToCompress: (occasion) => hasContent(occasion),
    compress: (occasion, signal) => compress(occasion, parts, signal),
    prepare: (occasion, signal) => prepare(occasion, parts, signal),
    tools: lcmTools(ports, shapes),
  }
}

interface LcmParts {
  readonly ports: EnginePorts
  readonly shapes: NodeShapes
  readonly guard: SpendGuard
  /** When preparing goes on after a failure. */
  readonly pace: { restsUntil: number }
}

/** True when something lies outside of the tail, or the tail itself is too large. */
function hasContent({ view, counter, budget, overheadTokens }: Occasion): boolean {
  const said = view.filter(({ message }) => message.role !== 'system')
  const tokens = view.reduce((sum, { message }) => sum + counter.message(message), overheadTokens)
  if (tokens > budget.targetTokens) return said.length > 0
  const starts = groupStarts(said)
  let tail = 0
  for (const [i, start] of [...starts.slice(0, -1).entries()].toReversed()) {
    const group = said.slice(start, starts[i + 1])
    tail += group.reduce((sum, { message }) => sum + counter.message(message), 0)
    if (tail > budget.tailTokens) return start > 0 || group.length > 1
  }
  return false
}

/** Somebody who waits for a view waits no longer than this for models; code writes the rest for now. */
const foregroundMs = 120_000
/** Up to this share of the window a view that is being prepared is waited for. */
const hardShare = 0.75

async function compress(occasion: Occasion, parts: LcmParts, signal: AbortSignal): Promise<Plan> {
  const { ports } = parts
  await countAll(occasion, ports)
  if (isBelow(occasion)) return belowThreshold(occasion)
  if (!hasContent(occasion)) return nothingToDo
  const work = await openWork(occasion, parts, occasion.trigger === 'manual' ? undefined : foregroundMs)
  if (ports.now() >= parts.pace.restsUntil && mayWait(work))
    return { kind: 'deferred', until: ports.now(), detail: 'Records are being written in the background.' }
  const plan = await planEpoch(work, signal)
  return plan.kind === 'compact' && isVain(plan) ? irreducible(plan.floorTokens) : plan
}

/** Reads all that is known before anything is decided. */
async function openWork(occasion: Occasion, { ports, shapes, guard }: LcmParts, limitMs?: number): Promise<EpochWork> {
  const before = readLcmMemo(occasion.memo)
  const blocks = await readBlocks(occasion.view, occasion.counter, shapes)
  await ports.pause()
  const memo = await recollectView(occasion, before, ports)
  const roomTokens = roomFor(occasion, blocks, memo)
  const started = ports.now()
  guard.remember(memo.askedAt)
  const desk = {
    occasion,
    ports,
    guard,
    cache: createNodeCache(occasion.prepared),
    isLate: () => limitMs !== undefined && ports.now() - started > limitMs,
  }
  return {
    occasion,
    ports,
    memo,
    blocks,
    sizes: lcmSizes(occasion.budget, roomTokens),
    roomTokens,
    desk,
    ...wordsFor(ports),
    outline: (text) => outlineFor(text, occasion),
    rough: ({ by }) => by === 'mechanical' && ports.summaryModels.length > 0,
  }
}

/** How the model gets back to what it does not see. */
function wordsFor(ports: EnginePorts): Pick<EpochWork, 'howToRecall' | 'howToRead'> {
  if (ports.offersTools !== true) return { howToRecall: ports.howToRecall, howToRead: ports.howToRead }
  return {
    howToRecall:
      'A record tells how things were at its end. Nothing is lost: lcm_grep finds what was said, lcm_expand("#12-80") shows what a record is about, lcm_read("#57") a message word for word.',
    howToRead: (number) => `Read it with lcm_read("${number}").`,
  }
}

/** Tokens of an outline: enough to know where to read on. */
const outlineTokens = 300
const outlineShare = 0.05

function outlineFor(text: string, { counter, budget }: Occasion): string {
  const countText = (each: string) => counter.part({ type: 'text', text: each })
  const maxTokens = Math.min(outlineTokens, Math.floor(budget.targetTokens * outlineShare))
  return outlineText(redact(text).text, { maxTokens, countText }).text
}

/** Facts are read before anything leaves the view; what engines made says nothing new. */
async function recollectView({ view }: Occasion, memo: LcmMemo, ports: EnginePorts): Promise<LcmMemo> {
  const fresh = view.filter(
    ({ standsFor, index }) => standsFor === undefined && (index === undefined || index > memo.readTo),
  )
  const ledger = await readLedgerOf(memo.ledger, fresh, ports)
  return { ...memo, ledger, readTo: fresh.reduce((last, { index = -1 }) => Math.max(last, index), memo.readTo) }
}

/** Records that are not prepared yet are left to whoever prepares them, as long as the window has room. */
function mayWait(work: EpochWork): boolean {
  const { occasion, blocks, sizes, desk, roomTokens } = work
  const { mayDefer = false, trigger, budget, view, counter, overheadTokens } = occasion
  if (!mayDefer || (trigger !== 'preflight' && trigger !== 'response') || awakeModels(desk).length === 0) return false
  const tokens = view.reduce((sum, { message }) => sum + counter.message(message), overheadTokens)
  if (tokens >= budget.contextTokens * hardShare) return false
  const { pieces } = layOut(blocks, occasion, sizes, { roomTokens, isAll: false })
  return pieces.some((piece) => {
    if (piece.targetTokens === undefined) return false
    const ids = pieceEntries(piece).map(({ id }) => id)
    return piece.isFull && desk.cache.find(ids, piece.targetTokens) === undefined
  })
}

/** Where models fail nothing is prepared for a while, and nobody waits for it either. */
const restMs = 300_000

/** Records that are prepared at a time: the rest follows when it is asked for again. */
const mostPrepared = 4

async function prepare(occasion: Occasion, parts: LcmParts, signal: AbortSignal) {
  const { ports, pace } = parts
  if (ports.summaryModels.length === 0 || ports.now() < pace.restsUntil) return undefined
  await countAll(occasion, parts.ports)
  const work = await openWork(occasion, parts)
  const missing = likelyPieces(work).filter((piece) => {
    if (piece.targetTokens === undefined || !piece.isFull) return false
    const ids = pieceEntries(piece).map(({ id }) => id)
    return work.desk.cache.find(ids, piece.targetTokens) === undefined
  })
  if (missing.length === 0) return undefined
  const written = await writePieces(work, missing.slice(0, mostPrepared), signal)
  if (written.some(({ record }) => record?.by !== 'model')) pace.restsUntil = ports.now() + restMs
  return work.desk.cache.json()
}

/** Leaves whose ends are fixed, whatever is said later, and nodes that will be folded for lack of room. */
function likelyPieces(work: EpochWork): readonly RecordPiece[] {
  const { occasion, blocks, sizes, roomTokens } = work
  const leaves = layOut(blocks, occasion, sizes, { roomTokens: Number.POSITIVE_INFINITY, isAll: true }).pieces
  const folded = layOut(blocks, occasion, sizes, { roomTokens, isAll: true }).pieces
  const isFold = ({ blocks: below }: RecordPiece) => below.every(({ kind }) => kind === 'node')
  const isLeaf = ({ blocks: below }: RecordPiece) => below.every(({ kind }) => kind === 'raw')
  return [...leaves.filter(isLeaf), ...withRewrites(work, folded).filter(isFold)]
}

/** The room for nodes and messages. */
function roomFor(occasion: Occasion, { system }: ViewBlocks, memo: LcmMemo): number {
  const { budget, counter, overheadTokens, addedTokens = 0 } = occasion
  const systemTokens = system.reduce((sum, { message }) => sum + counter.message(message), 0)
  return budget.targetTokens - overheadTokens - addedTokens - systemTokens - stateNoteTokens(occasion, memo)
}

/** A provider that refused, and a person who asks, know better than an estimate. */
function isBelow(occasion: Occasion): boolean {
  const { trigger, view, counter, overheadTokens, thinkingTokens = 0, leavingTokens = 0, budget } = occasion
  if (trigger !== 'preflight' && trigger !== 'response') return false
  const beside = overheadTokens + thinkingTokens + leavingTokens
  const tokens = view.reduce((sum, { message }) => sum + counter.message(message), beside)
  return tokens < budget.thresholdTokens
}

function belowThreshold({ budget }: Occasion): Plan {
  const detail = `The request is below the threshold of ${budget.thresholdTokens} tokens: nothing to do yet.`
  return { kind: 'unchanged', reason: 'below-threshold', detail }
}

const nothingToDo: Plan = {
  kind: 'unchanged',
  reason: 'nothing-to-compress',
  detail: 'Nothing to compress yet: all of it is recent.',
}

/** If the threshold cannot be reached, a few tokens less are not worth a new session and a cold cache. */
const leastGain = 0.05

function isVain({ flags, saved, floorTokens }: Extract<Plan, { kind: 'compact' }>): boolean {
  const gained = saved.spilled + saved.summarised
  return flags.includes('irreducible-floor') && gained < leastGain * (floorTokens + gained)
}

function irreducible(tokens: number): Plan {
  const detail = `Nothing more can be taken out: ${tokens} tokens are left, most of them the system prompt and tools.`
  return { kind: 'unchanged', reason: 'irreducible', detail }
}
