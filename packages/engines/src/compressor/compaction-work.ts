import {
  type Cut,
  cut,
  cutOptions,
  draftTokens,
  type EnginePorts,
  isMiddle,
  type Occasion,
  type Shown,
  startDraft,
  type ViewDraft,
} from '@palimpsest/core/engine'
import { type KeptAnswer, keptAnswers } from './kept-answers.ts'
import { lastRealUser } from './last-real-user.ts'
import type { Memo } from './memo.ts'
import type { PreparedSummary } from './prepared-summary.ts'
import { findMemo, recollect } from './recollect.ts'
import type { OpenedView, StaleNote } from './stale-note.ts'

/** One compaction under way: what is known, and the view as it was. */
export interface CompactionWork {
  readonly occasion: Occasion
  readonly ports: EnginePorts
  /** Everything known; the facts of the view are in its ledger once `recollect` has read them. */
  readonly memo: Memo
  readonly draft: ViewDraft
  readonly cut: Cut
  readonly lastUser: number | undefined
  /** Answers that the last request refers to; found once the view is to be compressed. */
  readonly answers: readonly KeptAnswer[]
  /** What was written of the summary before anybody waited for it. */
  readonly ahead?: PreparedSummary
  /** The index that the view showed until now. */
  readonly stale?: StaleNote
  fits(draft: ViewDraft): boolean
  /** True when the middle holds more than the last summary. */
  hasContent(cut: Cut): boolean
}

/** A first look, without reading anything: how large the view is, and where it would be cut. */
export function survey({ occasion, stale }: OpenedView, ports: EnginePorts): CompactionWork {
  const { budget, counter, view, overheadTokens } = occasion
  const memo = findMemo(occasion)
  const draft = startDraft(view, counter, overheadTokens)
  const lastUser = lastRealUser(view, memo)
  return {
    occasion,
    ports,
    memo,
    draft,
    lastUser,
    answers: [],
    ...(stale && { stale }),
    cut: cut(draft.items, lastUser, cutOptions(budget, draft, memo.summary === undefined)),
    fits: (each) => draftTokens(each) <= budget.targetTokens,
    hasContent: (where) => hasContent(view, where, memo, occasion),
  }
}

/** The same with the facts of all that was said, which are read before anything is cleared. */
export async function readWork(first: CompactionWork): Promise<CompactionWork> {
  const { occasion, ports } = first
  const memo = await recollect(occasion.view, first.memo, ports)
  return { ...first, memo, answers: await keptAnswers(occasion, memo, ports) }
}

/** Tokens of the request as it is. */
export function presentTokens({ occasion, draft, stale }: CompactionWork): number {
  return draftTokens(draft) + (stale?.tokens ?? 0) + (occasion.thinkingTokens ?? 0)
}

/** True when there is a middle, or the protected messages themselves are too large. */
export function isWorthIt(work: CompactionWork): boolean {
  return work.hasContent(work.cut) || !work.fits(work.draft)
}

/** An old summary alone is no content, unless it has grown too large for a smaller window. */
function hasContent(view: readonly Shown[], where: Cut, { summary }: Memo, { counter, budget }: Occasion): boolean {
  return view.some(({ id, message }, at) => {
    if (!isMiddle(where, at)) return false
    return id !== summary?.entry || counter.message(message) > budget.targetTokens / 2
  })
}
