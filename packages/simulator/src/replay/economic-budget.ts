import {
  type Budget,
  type BudgetOptions,
  cheapestThreshold,
  cliffWindow,
  deriveBudget,
  type ModelInfo,
  type Window,
} from '@palimpsest/core'
import { ratesOf } from '../billing/prompt-cost.ts'
import type { SummaryFee } from './summary-fee.ts'

/** What the cheapest threshold depends on. */
export interface Economy {
  readonly window: Window
  readonly options: BudgetOptions
  readonly model: ModelInfo | undefined
  readonly fee: SummaryFee
  /** Tools, system prompt and head: what every prompt holds. */
  readonly fixedTokens: number
  /** How much a prompt grows from call to call. */
  readonly growthTokens: number
}

/** Before a conversation has taught its own growth. */
export const typicalGrowth = 1_200
/** The tail depends on the threshold, which depends on the tail: after so many rounds neither moves. */
const rounds = 8

/** The budget whose threshold costs least per call; never above the fraction's, and never across a price cliff. */
export function economicBudget(economy: Economy): Budget {
  const { window, options, model, fixedTokens, growthTokens } = economy
  const { contextTokens } = window
  const most = deriveBudget(window, options)
  if (model?.prices === undefined) return most
  const { read: readRate, write5m: writeRate } = ratesOf(model.prices)
  const outputRate = model.prices.output / model.prices.input
  const ceiling = Math.min(most.thresholdTokens, cliffWindow(contextTokens, model.prices))
  let budget = most
  for (let i = 0; i < rounds; i++) {
    const { summaryTokens, tailTokens } = budget
    const costs = { readRate, writeRate, outputRate, summariser: summariserOf(economy), summaryTokens, tailTokens }
    const cheapest = cheapestThreshold(fixedTokens + summaryTokens + tailTokens, growthTokens, costs)
    const threshold = Math.min(ceiling, Math.floor(cheapest)) / contextTokens
    budget = deriveBudget(window, { ...options, threshold })
  }
  return budget
}

function summariserOf({ fee }: Economy): Parameters<typeof cheapestThreshold>[2]['summariser'] {
  switch (fee.kind) {
    case 'none':
      return { kind: 'other', price: 0 }
    case 'main':
      return { kind: 'other', price: 1 }
    case 'cached':
      return { kind: 'main' }
    case 'other':
      return { kind: 'other', price: fee.ratio }
  }
}
