import type { ContextEngine } from '../contract/engine.ts'
import type { Occasion } from '../contract/occasion.ts'
import type { Plan } from '../contract/plan.ts'
import { Failure } from '../errors.ts'
import type { EntryId } from '../log/entry.ts'
import { redact } from '../redact/redact.ts'
import { checkPlan, type PlanFault } from './plan/check-plan.ts'
import { planFault } from './plan/plan-fault.ts'
import { withMustSurvive } from './plan/with-must-survive.ts'
import { wordsAlone } from './plan/words-alone.ts'
import { withTaskState } from './with-task-state.ts'

/** What planning a compaction needs of its host; a host with a store needs more. */
export interface PlanningHost {
  readonly engine: ContextEngine
  readonly hooks?: PlanningHooks
}

/** What a host does while a compaction is planned, in this order. What throws in one ends it, and nothing is changed. */
export interface PlanningHooks {
  /** The engine is about to be asked. */
  started?(): void
  readonly mustSurvive?: SurvivorTexts
  /** The last chance to make something safe before the engine plans. */
  beforePlan?(): Promise<void>
}

/** Texts that stay in the view, regardless of the engine's plan. */
export interface SurvivorTexts {
  texts(occasion: Occasion, signal: AbortSignal): Promise<readonly string[]>
  /** The id of a message that holds them, where there is no summary. */
  mintEntry(): EntryId
}

/** Has the engine reduce and summarise, and holds its plan against the rules of every view. It writes nothing. */
export async function planCompaction(
  host: PlanningHost,
  occasion: Occasion,
  signal: AbortSignal,
): Promise<Plan | Failure> {
  // Whoever compacts by hand wants more than what leaves no trace in the view.
  const isAsked = occasion.trigger === 'manual'
  const unseen = isAsked ? undefined : wordsAlone(occasion, occasion.budget.targetTokens)
  const plan = unseen ?? (await planOf(host, occasion, signal))
  if (plan instanceof Failure || plan.kind !== 'compact') return plan
  const faults = checkPlan(occasion, plan)
  return faults.length > 0 ? brokenPlan(host.engine.name, faults) : plan
}

/** An engine that throws is contained: the conversation goes on as it is. */
async function planOf(host: PlanningHost, occasion: Occasion, signal: AbortSignal): Promise<Plan | Failure> {
  const { engine } = host
  try {
    const plan = await askedPlan(host, occasion, signal)
    const fault = planFault(plan)
    if (fault !== undefined) return noPlan(engine.name, fault)
    const isIdle = plan.kind === 'unchanged' && plan.reason !== 'aborted' && plan.reason !== 'disabled'
    const mostTokens = occasion.trigger === 'manual' ? Number.POSITIVE_INFINITY : occasion.budget.thresholdTokens - 1
    return (isIdle ? wordsAlone(occasion, mostTokens) : undefined) ?? plan
  } catch (error) {
    if (signal.aborted)
      return { kind: 'unchanged', reason: 'aborted', detail: 'The compaction was stopped; nothing was changed.' }
    const message = redact(error instanceof Error ? error.message : String(error)).text
    return new Failure('engine/failed', `The engine ${engine.name} failed: ${message}`, { engine: engine.name })
  }
}

/** Returns a plan with what the host wants to keep, even if the engine knows nothing of such wishes. */
async function askedPlan({ engine, hooks }: PlanningHost, told: Occasion, signal: AbortSignal): Promise<Plan> {
  // A list of its own: what an engine does to it must not change what its plan is held against.
  const occasion = { ...withTaskState(told), view: [...told.view] }
  hooks?.started?.()
  const survivors = hooks?.mustSurvive
  const texts = (await survivors?.texts(occasion, signal)) ?? []
  await hooks?.beforePlan?.()
  if (survivors === undefined || texts.length === 0) return engine.compress(occasion, signal)
  const asked = { ...occasion, mustSurvive: [...(occasion.mustSurvive ?? []), ...texts] }
  const plan = await engine.compress(asked, signal)
  // One that cannot be read is refused by whoever asked.
  return planFault(plan) === undefined ? withMustSurvive(asked, plan, () => survivors.mintEntry()) : plan
}

function brokenPlan(engine: string, faults: readonly PlanFault[]): Failure {
  const kinds = [...new Set(faults.map(({ kind }) => kind))]
  const message = `The engine ${engine} made a view that cannot be used (${kinds.join(', ')}). Nothing was changed.`
  return new Failure('engine/broken-plan', message, { engine, faults: faults.map(describeFault) })
}

function noPlan(engine: string, fault: string): Failure {
  const message = `The engine ${engine} answered with something that is no plan (${fault}). Nothing was changed.`
  return new Failure('engine/broken-plan', redact(message).text, { engine, faults: [redact(fault).text] })
}

function describeFault(fault: PlanFault): string {
  return redact(JSON.stringify(fault)).text
}
