import {
  assemble,
  assembleWithSummary,
  floorTokens,
  type Message,
  type Plan,
  type PreparedNote,
  plannedMessages,
  redactedMark,
  redactMessage,
  type Saved,
  type SummaryFailure,
  type SummaryNote,
  survivalOf,
  textOf,
  type ViewDraft,
  type ViewItem,
} from '@palimpsest/core/engine'
import type { CompactionWork } from './compaction-work.ts'
import { withNote } from './index-note.ts'
import { type Memo, memoJson } from './memo.ts'
import {
  type CutDraft,
  middleOf,
  middleTokens,
  quotesIn,
  summaryText,
  unreadAfter,
  type WrittenSummary,
} from './show-summary.ts'

type CompactPlan = Extract<Plan, { kind: 'compact' }>

interface Decided {
  readonly view: readonly ViewItem[]
  readonly memo: Memo
  readonly saved: Saved
  readonly summary: SummaryNote
  readonly summarisedMessages: number
  readonly flags: readonly string[]
  readonly failures: readonly SummaryFailure[]
  readonly prepared?: PreparedNote
}

const noSummary: SummaryNote = { by: 'none', tokens: 0, chunks: 0, coverage: 1 }

/** The free reductions alone. */
export async function planWithoutSummary(work: CompactionWork, draft: ViewDraft): Promise<Plan> {
  if (draft === work.draft) return noGain
  const { memo: before, ports } = work
  const saved = Object.values(draft.saved).reduce((sum, tokens) => sum + tokens, 0)
  const { view, note, addedTokens } = withNote(work, assemble(draft, ports.mintId), saved)
  await ports.pause()
  const { note: _, ...memo } = before
  return describe(work, {
    view,
    memo: { ...memo, ...(note !== undefined && { note }) },
    saved: { ...draft.saved, summarised: draft.saved.summarised - addedTokens },
    summary: noSummary,
    summarisedMessages: 0,
    flags: [],
    failures: [],
  })
}

const noGain: Plan = {
  kind: 'unchanged',
  reason: 'no-gain',
  detail: 'Nothing could be made smaller: what is left is the system prompt, or too recent to touch.',
}

/** The middle as one message. */
export async function planWithSummary(work: CompactionWork, place: CutDraft, written: WrittenSummary): Promise<Plan> {
  const { memo: before, ports, occasion, stale } = work
  const { note: _, ...memo } = before
  const { draft, cut } = place
  const id = ports.mintId()
  const bare = assembleWithSummary(draft, cut, { id, text: summaryText(work, place, written) }, ports.mintId)
  const view = bare.map((item) =>
    item.kind === 'made' && item.id === id && stale ? { ...item, standsFor: [...item.standsFor, stale.id] } : item,
  )
  const made = view.find((item) => item.id === id)
  if (made?.kind !== 'made') return planWithoutSummary(work, draft)
  const unread = unreadAfter(work, place, written)
  const summary = { entry: made.id, body: written.body, ...(unread.length > 0 && { unread }) }
  return describe(work, {
    view,
    memo: { ...memo, quotes: quotesIn(work, place, written), summary },
    saved: { ...draft.saved, summarised: summarisedTokens(work, place) - occasion.counter.message(made.message) },
    summary: written.note,
    summarisedMessages: middleOf(work, place).length + (memo.summary === undefined ? 0 : 1),
    flags: written.flags,
    failures: written.failures,
    ...(written.prepared && { prepared: written.prepared }),
  })
}

/** What the summary takes the place of. */
function summarisedTokens({ stale }: CompactionWork, place: CutDraft): number {
  return middleTokens(place) + (stale?.tokens ?? 0)
}

async function describe({ occasion, draft, ports }: CompactionWork, decided: Decided): Promise<CompactPlan> {
  const { counter, budget, overheadTokens } = occasion
  const { memo, ...rest } = decided
  const constraints = memo.ledger.constraints.filter(({ state }) => state === 'standing').map(({ text }) => text)
  const bare = { kind: 'compact', ...rest, memo: memoJson(memo), constraints, survival: {}, floorTokens: 0 } as const
  const messages = plannedMessages(occasion, bare)
  await ports.pause()
  const after = counter.request(messages) + overheadTokens
  await ports.pause()
  const isOver = after >= budget.thresholdTokens
  return {
    ...bare,
    survival: survivalOf(memo.ledger, textFor(memo.ledger, messages)),
    flags: [...bare.flags, ...droppedRules(memo), ...(isOver ? ['irreducible-floor'] : [])],
    floorTokens: isOver ? after : floorTokens(draft),
  }
}

/** The ledger has its facts without secrets, so where there were some the view is read without them as well. */
function textFor({ constraints, requests, commands, errors }: Memo['ledger'], messages: readonly Message[]): string {
  const texts = [...constraints, ...requests].map(({ text }) => text)
  const lines = [...commands.map(({ command }) => command), ...errors.map(({ line }) => line)]
  const hadSecrets = [...texts, ...lines].some((text) => text.includes(redactedMark))
  return textOf(hadSecrets ? messages.map((message) => redactMessage(message)) : messages)
}

/** Rules are kept word for word up to a bound; users who have more must know that some are not. */
function droppedRules({ ledger }: Memo): readonly string[] {
  const { constraints } = ledger.dropped
  return constraints > 0 ? [`rules-dropped: ${constraints}`] : []
}
