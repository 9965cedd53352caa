import type { Budget } from '../../budget/budget.ts'
import { alignTurns } from '../plan/align-turns.ts'
import { type DraftItem, groupStarts, type ViewDraft } from '../plan/view-draft.ts'
import { type Cut, comfortTokens, hasMiddle, isMiddle } from './cut.ts'

/**
 * The room kept free for a summary is often more than it takes. Messages that are protected by number and had to
 * go stay after all, as far as the view remains comfortable; that the summary covers them, too, does no harm.
 */
export function widen(draft: ViewDraft, where: Cut, summaryTokens: number, budget: Budget): Cut {
  const { items } = draft
  const kept = items.reduce((sum, { tokens }, at) => sum + (isMiddle(where, at) ? 0 : tokens), draft.overheadTokens)
  let room = comfortTokens(budget, draft) - kept - summaryTokens
  let wide = where
  for (const start of groupStarts(items).toReversed()) {
    if (start >= wide.tailStart) continue
    if (start < where.headEnd || items.length - wide.tailStart >= budget.protectLastN) break
    const group = items.slice(start, wide.tailStart)
    room -= start === where.lastUser ? 0 : group.reduce((sum, { tokens }) => sum + tokens, 0)
    const next = from(start, where)
    if (room < 0 || !group.every(isWhole) || !hasMiddle(next)) break
    wide = next
  }
  return alignTurns(items, wide)
}

/** True when it is as it was said: a stand-in for something else would never be summarised if it stayed. */
function isWhole({ shown, message }: DraftItem): boolean {
  return shown.message === message && shown.standsFor === undefined
}

function from(tailStart: number, { headEnd, lastUser }: Cut): Cut {
  return { headEnd, tailStart, ...(lastUser !== undefined && lastUser < tailStart && { lastUser }) }
}
