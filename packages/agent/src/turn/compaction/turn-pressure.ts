import { type Budget, budgetDefaults, deriveBudget } from '@palimpsest/core/budget'
import { coldBudget } from '@palimpsest/core/cache'
import { type CompactionOutcome, hygieneLevel } from '@palimpsest/core/compaction'
import type { SummaryModel, Trigger } from '@palimpsest/core/engine'
import type { AgentParts } from '../agent.ts'
import { fitModel } from '../request/fit-model.ts'

/** Why a conversation may have to be compacted, and how full it is. */
export interface TurnPressure {
  readonly trigger: Trigger
  readonly promptTokens: number
  readonly isReported: boolean
  /** The window as it is known now; a provider may have stated a lower one. */
  readonly contextTokens: number
  readonly focus?: string
  /** The size a refused request must come down to. */
  readonly mostTokens?: number
  /** The model itself as a writer of summaries, where it may and can be; asked for only when one is needed. */
  live?(): Promise<SummaryModel | undefined>
  /** A tool loop goes on that would lose its thinking: nothing is compacted below this size. */
  readonly putOffTokens?: number
  /** The engine works ahead right now, so it may ask for patience. @default false */
  readonly mayDefer?: boolean
  /** Ends when the preparation that is under way is done. */
  preparing?(): Promise<void>
  /** Nobody waits for the outcome. @default false */
  readonly isUnattended?: boolean
  /** Nothing of the next request is cached. @default false */
  readonly isCold?: boolean
}

export function turnBudget(
  { model, compaction }: Pick<AgentParts, 'model' | 'compaction'>,
  { contextTokens, mostTokens, isCold }: TurnPressure,
): Budget {
  const { threshold } = { ...budgetDefaults, ...compaction }
  const usual = deriveBudget(fitModel(model, contextTokens), compaction)
  if (mostTokens === undefined) return isCold && compaction.soonerWhenCold ? coldBudget(usual) : usual
  return deriveBudget({ contextTokens: Math.max(1_000, Math.floor(mostTokens / threshold)) }, compaction)
}

/** Decided here for the usual case, twice in each step, so that neither lease nor database is needed for it. */
export function hasRoom({ engine, model, compaction }: AgentParts, pressure: TurnPressure): boolean {
  const { trigger, promptTokens } = pressure
  if (trigger === 'overflow' || trigger === 'manual') return false
  const budget = turnBudget({ model, compaction }, pressure)
  if (trigger === 'hygiene') return !(promptTokens >= hygieneLevel(budget.contextTokens))
  const thresholdTokens = Math.max(budget.thresholdTokens, pressure.putOffTokens ?? 0)
  return !(promptTokens >= thresholdTokens) || !engine.shouldCompress({ promptTokens, thresholdTokens })
}

/** The outcome where there is room enough. */
export const nothingDue: CompactionOutcome = {
  kind: 'skipped',
  reason: 'below-threshold',
  detail: 'There is room enough.',
  notify: false,
  notice: 'below-threshold',
  guard: undefined,
}
