import { type Budget, deriveBudget, type Window } from '../budget/budget.ts'
import type { BudgetOptions } from '../budget/budget-options.ts'
import type { Prices } from '../models/model-info.ts'
import { type CompactionCosts, cheapestThreshold, cliffWindow, leastGain } from './economic.ts'

/** The factors that determine the cheapest threshold. */
export interface Economy {
  readonly window: Window
  readonly options: BudgetOptions
  /** Of the model that is spoken with. Without them the fraction decides. */
  readonly prices: Prices | undefined
  readonly summariser: CompactionCosts['summariser']
  /** Tools, system prompt and head: what every prompt holds. */
  readonly fixedTokens: number
  /** Growth of the prompt from call to call. @default what is usual */
  readonly growthTokens?: number
}

/** Before a conversation has taught its own growth. */
const typicalGrowth = 1_200
/** The tail depends on the threshold, which depends on the tail: after so many rounds neither moves. */
const rounds = 8

/** The budget whose threshold costs least per call; never above the fraction's, and never across a price cliff. */
export function economicBudget(economy: Economy): Budget {
  const { window, options, prices, summariser, fixedTokens, growthTokens = typicalGrowth } = economy
  const { contextTokens } = window
  const most = deriveBudget(window, options)
  if (prices === undefined) return most
  const { input, output, cacheRead = input, cacheWrite5m = input } = prices
  const rates = { readRate: cacheRead / input, writeRate: cacheWrite5m / input, outputRate: output / input }
  const ceiling = Math.min(most.thresholdTokens, cliffWindow(contextTokens, prices))
  let budget = most
  for (let i = 0; i < rounds; i++) {
    const { summaryTokens, tailTokens } = budget
    const costs = { ...rates, summariser, summaryTokens, tailTokens }
    const cheapest = cheapestThreshold(fixedTokens + summaryTokens + tailTokens, growthTokens, costs)
    const threshold = Math.min(ceiling, Math.floor(cheapest)) / contextTokens
    budget = deriveBudget(window, { ...options, threshold })
  }
  return budget
}

/** For a prompt that is no longer cached: it is paid anew anyway, so a compaction is worth it as soon as it frees enough. */
export function coldBudget(budget: Budget): Budget {
  const { thresholdTokens, targetTokens } = budget
  return { ...budget, thresholdTokens: Math.min(thresholdTokens, Math.ceil(leastGain * targetTokens)) }
}
