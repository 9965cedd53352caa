import {
  answerText,
  assemble,
  checkPlan,
  type EntryId,
  leaveOutMiddle,
  type Message,
  messageNumber,
  type Plan,
  type Quote,
  redactMessage,
  referredAnswers,
  type Shown,
  spill,
  startDraft,
  textOf,
  type ViewItem,
  writeRecord,
} from '@palimpsest/core/engine'
import { describePlan } from './describe-plan.ts'
import { type EpochLayout, layOut, type RecordPiece } from './epoch-layout.ts'
import type { EpochWork } from './epoch-work.ts'
import type { WrittenRecord } from './node-cache.ts'
import { rangeName } from './node-shapes.ts'
import { rewriteRough } from './rewrite-rough.ts'
import { stateNote } from './state-note.ts'
import { awakeModels, writeRecordOf } from './write-record.ts'
import { pieceEntries, type WrittenPiece } from './written-piece.ts'

/** A view that turns out larger than its records were meant to be is laid out again in less room. */
const mostRounds = 3

/** Writes what the next view needs, and answers with that view. */
export async function planEpoch(work: EpochWork, signal: AbortSignal): Promise<Plan> {
  const { occasion } = work
  let { roomTokens } = work
  let plan: Plan = nothingGained
  for (let round = 0; round < mostRounds; round++) {
    const layout = layOut(work.blocks, occasion, work.sizes, { roomTokens, isAll: occasion.trigger === 'manual' })
    const hasNew = layout.pieces.some(({ targetTokens }) => targetTokens !== undefined)
    const pieces = await writePieces(work, hasNew ? withRewrites(work, layout.pieces) : layout.pieces, signal)
    const made = await planOf(work, layout, pieces)
    if (made.kind !== 'compact') return plan.kind === 'compact' ? plan : made
    plan = made
    const over = made.floorTokens - occasion.budget.targetTokens
    if (over <= 0 || made.floorTokens < occasion.budget.thresholdTokens) break
    roomTokens = Math.max(1, roomTokens - over)
  }
  return plan
}

/** Adds nodes that are to be written anew, where a model can be asked. */
export function withRewrites({ desk, memo, sizes }: EpochWork, pieces: readonly RecordPiece[]): readonly RecordPiece[] {
  return awakeModels(desk).length === 0 || desk.isLate() ? pieces : rewriteRough(pieces, memo.rough, sizes)
}

/** Records that are written at the same time: providers limit more. */
const width = 3

/** Writes the records that are missing, some at a time, each once. */
export async function writePieces(
  work: EpochWork,
  pieces: readonly RecordPiece[],
  signal: AbortSignal,
): Promise<readonly WrittenPiece[]> {
  const written: WrittenPiece[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < pieces.length; at = next++) {
      const piece = pieces[at]
      if (piece !== undefined) written[at] = await writePiece(work, piece, signal)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return written
}

async function writePiece(work: EpochWork, piece: RecordPiece, signal: AbortSignal): Promise<WrittenPiece> {
  const { targetTokens, sourceTokens, isRewrite = false } = piece
  if (targetTokens === undefined) return { piece }
  const source = await sourceOf(work, piece)
  // One that is written anew may be larger than what code wrote, not than what it is about.
  const mostTokens = isRewrite ? Number.POSITIVE_INFINITY : sourceTokens
  const record = await writeRecordOf(work.desk, { source, targetTokens, sourceTokens: mostTokens }, signal)
  return record === undefined || (isRewrite && record.by !== 'model') ? { piece } : { piece, record }
}

/** Messages and records are read as they are in view; a node that is written anew, by what is below it. */
async function sourceOf({ ports }: EpochWork, piece: RecordPiece): Promise<readonly Shown[]> {
  const [block] = piece.blocks
  if (piece.isRewrite !== true || block?.kind !== 'node' || block.shape === undefined) return pieceEntries(piece)
  return ports.log.entries(block.shape.children)
}

async function planOf(work: EpochWork, layout: EpochLayout, pieces: readonly WrittenPiece[]): Promise<Plan> {
  const { occasion, ports, blocks } = work
  const said = layout.raw.flatMap(({ items }) => items)
  const draft = shortenGiants(work, said, layout.giantTokens)
  const raw = assemble(draft, ports.mintId)
  const above = pieces.flatMap((piece) => viewItems(work, piece))
  const system = blocks.system.map(({ id }): ViewItem => ({ kind: 'kept', id }))
  const hasNode =
    above.some((item) => item.kind === 'made') || pieces.some(({ piece }) => piece.targetTokens === undefined)
  if (above.every((item) => item.kind === 'kept') && draft.saved.spilled === 0) return nothingGained
  const texts = {
    records: textOf(above.flatMap((item) => messageOf(work, item))),
    said: textOf(draft.items.map(({ message }) => message)),
  }
  const note = hasNode || blocks.notes.length > 0 ? [await noteItem(work, texts, said)] : []
  const view = [...system, ...above, ...note, ...raw]
  const plan = describePlan(work, { view, pieces, spilled: draft.saved.spilled })
  return plan.kind === 'compact' && checkPlan(occasion, plan).length > 0 ? refused(work, plan) : plan
}

const nothingGained: Plan = {
  kind: 'unchanged',
  reason: 'no-gain',
  detail: 'Nothing could be made smaller: what is left is recent, or as short as a record of it.',
}

/** What may not be shown, and would be refused by the host, is no plan. */
function refused({ occasion }: EpochWork, plan: Extract<Plan, { kind: 'compact' }>): Plan {
  const faults = [...new Set(checkPlan(occasion, plan).map(({ kind }) => kind))]
  return { kind: 'unchanged', reason: 'no-gain', detail: `No shorter view can be shown (${faults.join(', ')}).` }
}

/** Shows messages that are too large by their beginning; their originals are at hand by their numbers. */
function shortenGiants({ occasion, memo, howToRead, outline }: EpochWork, said: readonly Shown[], giantTokens: number) {
  const { counter } = occasion
  const standing = memo.ledger.constraints.filter(({ state }) => state === 'standing')
  return spill(startDraft(said, counter, 0), counter, {
    limitTokens: giantTokens,
    wantedTokens: Number.POSITIVE_INFINITY,
    isChosen: () => true,
    howToRead,
    outline,
    mustKeep: ({ id }) => standing.filter(({ entry }) => entry === id).map(({ text }) => text),
  })
}

/** A piece as the view shows it: its record in place of its entries, or these as they are. */
function viewItems(work: EpochWork, { piece, record }: WrittenPiece): readonly ViewItem[] {
  const source = pieceEntries(piece)
  if (record === undefined) return source.map(({ id }) => ({ kind: 'kept', id }))
  const text = writeRecord({ range: nameOf(piece), about: aboutOf(work, piece, record), body: record.body })
  const message: Message = { role: 'user', parts: [{ type: 'text', text }] }
  return [{ kind: 'made', id: work.ports.mintId(), message, standsFor: source.map(({ id }) => id) }]
}

/** The name by which the model finds what a piece represents. */
function nameOf({ blocks }: RecordPiece): string {
  const places = blocks.flatMap((block) => {
    if (block.kind === 'node') return block.shape === undefined ? [] : [block.shape.first, block.shape.last]
    return block.items.flatMap(({ index }) => (index === undefined ? [] : [index]))
  })
  if (places.length === 0) return 'without numbers'
  return rangeName({ first: Math.min(...places), last: Math.max(...places) })
}

function aboutOf({ rough }: EpochWork, piece: RecordPiece, record: WrittenRecord): string {
  const nodes = piece.blocks.filter(({ kind }) => kind === 'node').length
  const what = nodes === 0 ? `${pieceEntries(piece).length} messages` : `${nodes} records`
  const by = record.by === 'mechanical' ? (rough(record) ? ', from facts alone for now' : ', from facts alone') : ''
  return `${what}, ${piece.sourceTokens.toLocaleString('en-US')} tokens${by}`
}

function messageOf({ occasion }: EpochWork, item: ViewItem): readonly Message[] {
  if (item.kind === 'made') return [item.message]
  const found = occasion.view.find(({ id }) => id === item.id)
  return found === undefined ? [] : [found.message]
}

/** All that the view shows beside the note. */
interface ShownTexts {
  readonly records: string
  readonly said: string
}

async function noteItem(work: EpochWork, texts: ShownTexts, said: readonly Shown[]): Promise<ViewItem> {
  const { occasion, memo, ports, blocks, howToRecall } = work
  const stays = new Set(said.map(({ id }) => id))
  const shown = `${texts.records}\n${texts.said}`
  const quotes = await quotesFor(work, stays)
  const text = stateNote(occasion, memo, { shown, said: texts.said, howToRecall, quotes })
  const message: Message = { role: 'user', parts: [{ type: 'text', text }] }
  return { kind: 'made', id: ports.mintId(), message, standsFor: blocks.notes.map(({ id }) => id) }
}

/** The answer that the last request refers to is kept like the request. */
async function quotesFor(
  { occasion, ports, sizes, howToRead }: EpochWork,
  stays: ReadonlySet<EntryId>,
): Promise<readonly Quote[]> {
  const { found } = referredAnswers(occasion.view, undefined)
  const countText = (text: string) => occasion.counter.part({ type: 'text', text })
  const gone = found.filter(({ id, standsFor }) => !stays.has(id) && (standsFor?.length ?? 1) === 1).slice(-1)
  const originals = await ports.originals(gone.map(({ id }) => id))
  return originals.map((original) => {
    const reference = messageNumber(original)
    const text = answerText({ ...original, message: redactMessage(original.message) })
    const where = `in full: ${howToRead(reference)}`
    return {
      role: 'assistant, before the last request',
      reference,
      text: leaveOutMiddle(text, { mostTokens: sizes.recordTokens, countText, where }),
    }
  })
}
