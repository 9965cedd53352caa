import {
  type Budget,
  budgetDefaults,
  type CompactionOutcome,
  coldBudget,
  deriveBudget,
  type SummaryModel,
  type Trigger,
} from '@palimpsest/core'
import type { AgentParts } from '../agent.ts'
import { fitModel } from '../request/fit-model.ts'

/** Why a conversation may have to be compacted, and how full it is. */
export interface Pressure {
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
  /** Nothing of the next request is cached. @default false */
  readonly isCold?: boolean
}

export function budgetOf(
  { model, compression }: Pick<AgentParts, 'model' | 'compression'>,
  { contextTokens, mostTokens, isCold }: Pressure,
): Budget {
  const { threshold } = { ...budgetDefaults, ...compression }
  const usual = deriveBudget(fitModel(model, contextTokens), compression)
  if (mostTokens === undefined) return isCold && compression.soonerWhenCold ? coldBudget(usual) : usual
  return deriveBudget({ contextTokens: Math.max(1_000, Math.floor(mostTokens / threshold)) }, compression)
}

/** Decided here for the usual case, twice in each step, so that neither lease nor database is needed for it. */
export function hasRoom({ engine, model, compression }: AgentParts, pressure: Pressure): boolean {
  const { trigger, promptTokens } = pressure
  if (trigger !== 'preflight' && trigger !== 'response') return false
  const budget = budgetOf({ model, compression }, pressure)
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
