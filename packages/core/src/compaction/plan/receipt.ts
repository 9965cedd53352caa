import type { Occasion } from '../../contract/occasion.ts'
import type { Plan } from '../../contract/plan.ts'
import type { Receipt } from '../../contract/receipt.ts'
import { redact } from '../../redact/redact.ts'
import { plannedMessages } from './check-plan.ts'
import { unsentTokens } from './words-alone.ts'

type CompactPlan = Extract<Plan, { kind: 'compact' }>
type Signed = Pick<Receipt, 'engine' | 'session' | 'continuation' | 'ms'>

/** Measures a plan by the occasion's own counter and writes down what it does. */
export function receiptOf(occasion: Occasion, plan: CompactPlan, signed: Signed): Receipt {
  const { counter, overheadTokens, view, budget, trigger, addedTokens = 0 } = occasion
  const before = view.reduce(
    (sum, { message }) => sum + counter.message(message),
    overheadTokens + unsentTokens(occasion),
  )
  const after = counter.request(plannedMessages(occasion, plan)) + overheadTokens + addedTokens
  const kept = keptPrefix(occasion, plan)
  return {
    trigger,
    ...signed,
    tokens: { before, after, threshold: budget.thresholdTokens, floor: Math.min(plan.floorTokens, after) },
    ...countsOf(occasion, plan),
    summary: plan.summary,
    survival: plan.survival,
    flags: [...plan.flags, ...plan.failures.map(failureFlag)],
    cache: { keptTokens: kept, invalidatedTokens: before - kept },
    ...(plan.prepared && { prepared: plan.prepared }),
  }
}

/** Without a summary, a message that represents several is a mark in their place, and they are dropped. */
function countsOf({ view }: Occasion, plan: CompactPlan): Pick<Receipt, 'messages' | 'saved'> {
  const sizes = { before: view.length, after: plan.view.length }
  if (plan.summary.by !== 'none')
    return { messages: { ...sizes, summarised: plan.summarisedMessages }, saved: plan.saved }
  const marked = new Set(
    plan.view.flatMap((item) => (item.kind === 'made' && item.standsFor.length > 1 ? item.standsFor : [])),
  )
  const dropped = view.filter(({ id, standsFor = [] }) => marked.has(id) && standsFor.length <= 1).length
  if (dropped === 0) return { messages: { ...sizes, summarised: 0 }, saved: plan.saved }
  const saved = { ...plan.saved, summarised: 0, dropped: plan.saved.summarised }
  return { messages: { ...sizes, summarised: 0, dropped }, saved }
}

/** We report what was wrong with an answer; the one that failed reports at length elsewhere why there was none. */
function failureFlag({ model, cause, message }: CompactPlan['failures'][number]): string {
  return `summary-model-failed: ${model} (${cause === 'invalid-output' ? `${cause}: ${redact(message).text}` : cause})`
}

/** Tokens from the start that the provider has seen in just this form: a cache may still hold them. */
function keptPrefix({ view, counter, overheadTokens }: Occasion, plan: CompactPlan): number {
  const changed = plan.view.findIndex((item, at) => item.kind === 'made' || item.id !== view[at]?.id)
  const end = changed === -1 ? plan.view.length : changed
  return view.slice(0, end).reduce((sum, { message }) => sum + counter.message(message), overheadTokens)
}
