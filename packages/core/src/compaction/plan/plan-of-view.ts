import type { Occasion } from '../../contract/occasion.ts'
import type { Plan } from '../../contract/plan.ts'
import type { ViewItem } from '../../store/store.ts'
import { plannedMessages } from './check-plan.ts'
import { nothingSaved } from './view-draft.ts'

type CompactPlan = Extract<Plan, { kind: 'compact' }>

/** What an engine can tell about a plan beyond its view. */
type PlanDetails = Partial<Omit<CompactPlan, 'kind' | 'view'>>

/**
 * Returns the plan to show this view, or that nothing would be gained by it. Its savings are measured; what else is not
 * told is nothing, so an engine without a summary, a memo or rules of its own need not say so.
 */
export function planOfView(occasion: Occasion, view: readonly ViewItem[], details: PlanDetails = {}): Plan {
  const { counter, overheadTokens } = occasion
  const bare: CompactPlan = {
    kind: 'compact',
    view,
    memo: null,
    constraints: [],
    saved: nothingSaved,
    summary: { by: 'none', tokens: 0, chunks: 0, coverage: 0 },
    summarisedMessages: 0,
    survival: {},
    flags: [],
    failures: [],
    floorTokens: 0,
  }
  const before = counter.request(occasion.view.map(({ message }) => message))
  const after = counter.request(plannedMessages(occasion, bare))
  if (after >= before) return noGain
  const saved = { ...nothingSaved, summarised: before - after }
  return { ...bare, saved, floorTokens: after + overheadTokens, ...details }
}

const noGain: Plan = { kind: 'unchanged', reason: 'no-gain', detail: 'The new view would not be smaller.' }
