import {
  type Cut,
  constraintsOf,
  type EntryId,
  type Fit,
  isMiddle,
  type PreparedNote,
  type Quote,
  type Shown,
  type SummaryFailure,
  type SummaryNote,
  seatOf,
  staysOf,
  summaryPlace,
  type ViewDraft,
  widen,
  wrapSummary,
} from '@palimpsest/core/engine'
import type { CompactionWork } from './compaction-work.ts'
import { answersMissing } from './kept-answers.ts'

/** A view in the making, and where it is cut. */
export type CutDraft = Pick<Fit, 'draft' | 'cut'>

/** A summary of the middle, and what code knows for sure beside it. */
export interface WrittenSummary {
  readonly body: string
  readonly quotes: readonly Quote[]
  readonly index: string
  readonly note: SummaryNote
  readonly flags: readonly string[]
  readonly failures: readonly SummaryFailure[]
  /** What was written ahead of time. */
  readonly prepared?: PreparedNote
}

/** The whole message: notes, body, quotes, index. */
export function summaryText(work: CompactionWork, place: CutDraft, written: WrittenSummary): string {
  const { body, index } = written
  const quotes = quotesIn(work, place, written)
  const messages = staysOf(place.draft, place.cut).map(({ message }) => message)
  const { at, role } = seatOf(messages, place.cut.headEnd)
  const summary = {
    body,
    quotes,
    index,
    place: summaryPlace(messages.slice(0, at), role),
    older: Math.max(0, place.cut.headEnd - at),
    counted: countedAfter(work, place, at),
    modelRules: modelRulesIn(work, written),
  }
  return wrapSummary(summary, work.ports.howToRecall)
}

/** Which of the rules that a summary states are a model's alone, from 1. A long rule may be read back in parts. */
function modelRulesIn({ memo }: CompactionWork, { body }: WrittenSummary): readonly number[] {
  const standing = memo.ledger.constraints.filter(({ state }) => state === 'standing').map(({ text }) => text)
  const isStated = (rule: string) => standing.some((text) => rule.includes(text) || text.includes(rule))
  return constraintsOf(body).flatMap((rule, i) => (isStated(rule) ? [] : [i + 1]))
}

/** Returns what it shows word for word: answers that the last request refers to, and what was worth its room. */
export function quotesIn(
  work: CompactionWork,
  place: CutDraft,
  { quotes }: Pick<WrittenSummary, 'quotes'>,
): readonly Quote[] {
  return [...answersMissing(work.answers, place).map(({ quote }) => quote), ...quotes]
}

/** Counts the messages that will follow the summary, if errors in them are in its counts. */
function countedAfter({ memo }: CompactionWork, { draft, cut }: CutDraft, at: number): number {
  const after = staysOf(draft, cut).slice(at)
  const ids = new Set(after.map(({ shown }) => shown.id))
  return memo.ledger.errors.some(({ entry }) => ids.has(entry)) ? after.length : 0
}

/** Returns the cut of a view once the summary's length is known; it must still represent more than it takes. */
export function widerCut(
  work: CompactionWork,
  { draft, cut }: CutDraft,
  reduced: ViewDraft,
  written: WrittenSummary,
): Cut {
  const { counter, budget } = work.occasion
  if (draft.items.length - cut.tailStart >= budget.protectLastN) return cut
  const text = summaryText(work, { draft, cut }, written)
  const tokens = counter.message({ role: 'user', parts: [{ type: 'text', text }] })
  const wider = widen(draft, cut, tokens, budget)
  return middleTokens({ draft: reduced, cut: wider }) > tokens ? wider : cut
}

/** The messages that the summary is to represent, except the summary already there. */
export function middleOf({ occasion, memo }: CompactionWork, { cut }: Pick<CutDraft, 'cut'>): readonly Shown[] {
  return occasion.view.filter(({ id }, at) => isMiddle(cut, at) && id !== memo.summary?.entry)
}

export function middleTokens({ draft, cut }: CutDraft): number {
  return draft.items.reduce((sum, { tokens }, at) => sum + (isMiddle(cut, at) ? tokens : 0), 0)
}

/** More than this would be too much to send again. */
const mostUnread = 1_000

/** Entries no model has read yet, after a summary by code; a conversation without any model misses nothing. */
export function unreadAfter(work: CompactionWork, place: CutDraft, { note }: WrittenSummary): readonly EntryId[] {
  const { memo, occasion, ports } = work
  if (note.by !== 'mechanical' || (ports.summaryModels.length === 0 && occasion.live === undefined)) return []
  return [...(memo.summary?.unread ?? []), ...middleOf(work, place).map(({ id }) => id)].slice(-mostUnread)
}
