import {
  assemble,
  assembleWithSummary,
  type Draft,
  type EntryId,
  type Fit,
  floorTokens,
  type Plan,
  plannedMessages,
  type Saved,
  type SummaryFailure,
  type SummaryNote,
  survivalOf,
  textOf,
  type ViewItem,
} from '@palimpsest/core/engine'
import { type Memo, memoJson, type SummaryMemo } from './memo.ts'
import type { Work } from './work.ts'
import { middleTokens, type WrittenSummary } from './write-summary.ts'

type CompactPlan = Extract<Plan, { kind: 'compact' }>

interface Decided {
  readonly view: readonly ViewItem[]
  readonly memo: Memo
  readonly saved: Saved
  readonly summary: SummaryNote
  readonly summarisedMessages: number
  readonly flags: readonly string[]
  readonly failures: readonly SummaryFailure[]
}

const noSummary: SummaryNote = { by: 'none', tokens: 0, chunks: 0, coverage: 1 }

/** The free reductions alone. */
export async function planWithoutSummary(work: Work, draft: Draft): Promise<Plan> {
  if (draft === work.draft) return noGain
  const { memo, ports } = work
  const view = assemble(draft, ports.mintId)
  return describe(work, {
    view,
    memo,
    saved: draft.saved,
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
export async function planWithSummary(work: Work, fit: Fit, written: WrittenSummary): Promise<Plan> {
  const { memo, ports, occasion } = work
  const view = assembleWithSummary(fit.draft, fit.cut, written.text, ports.mintId)
  const made = view[fit.cut.headEnd]
  if (made?.kind !== 'made') return planWithoutSummary(work, fit.draft)
  return describe(work, {
    view,
    memo: { ...memo, quotes: written.quotes, summary: summaryMemo(made.id, written) },
    saved: { ...fit.draft.saved, summarised: middleTokens(fit) - occasion.counter.message(made.message) },
    summary: written.note,
    summarisedMessages: written.messages,
    flags: written.flags,
    failures: written.failures,
  })
}

function summaryMemo(entry: EntryId, { body, unread }: WrittenSummary): SummaryMemo {
  return { entry, body, ...(unread.length > 0 && { unread }) }
}

async function describe({ occasion, draft, ports }: Work, decided: Decided): Promise<CompactPlan> {
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
    survival: survivalOf(memo.ledger, textOf(messages)),
    flags: [...bare.flags, ...droppedRules(memo), ...(isOver ? ['irreducible-floor'] : [])],
    floorTokens: isOver ? after : floorTokens(draft),
  }
}

/** Rules are kept word for word up to a bound; whoever has more must know that some are not. */
function droppedRules({ ledger }: Memo): readonly string[] {
  const { constraints } = ledger.dropped
  return constraints > 0 ? [`rules-dropped: ${constraints}`] : []
}
