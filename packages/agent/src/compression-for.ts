import {
  type BudgetOptions,
  type CompactionCosts,
  cheapestThreshold,
  cliffWindow,
  deriveBudget,
} from '@palimpsest/core'
import type { Config } from './config/schema.ts'
import type { AgentModel, AgentParts } from './turn/agent.ts'

/** What every prompt of an agent holds: tools, system prompt and the first messages. */
export interface FixedPrompt {
  readonly fixedTokens: number
  /** Who writes summaries: the price of its tokens, relative to the model's own. */
  readonly summaryPrice: number
}

/** When and how far to compress with this model, as the configuration wants it. */
export function compressionFor(
  { compression }: Config,
  model: AgentModel,
  prompt: FixedPrompt,
): AgentParts['compression'] {
  const { enabled, threshold, target_ratio, protect_last_n, protect_first_n, trigger } = compression
  const options = { threshold, targetRatio: target_ratio, protectLastN: protect_last_n, protectFirstN: protect_first_n }
  if (trigger === 'fraction') return { enabled, ...options }
  return { enabled, ...options, threshold: economicThreshold(options, model, prompt) }
}

/** Before a conversation has taught how much a call adds to its prompt. */
const typicalGrowth = 1_200
/** The tail depends on the threshold, which depends on the tail: after so many rounds neither moves. */
const rounds = 8

/** The share of the window at which calls cost least; never above the fraction's, and never across a price cliff. */
function economicThreshold(options: BudgetOptions, model: AgentModel, prompt: FixedPrompt): number {
  const { contextTokens, info } = model
  const most = deriveBudget(model, options)
  const prices = info?.prices
  if (prices === undefined) return most.thresholdTokens / contextTokens
  const ceiling = Math.min(most.thresholdTokens, cliffWindow(contextTokens, prices))
  const rates = {
    readRate: (prices.cacheRead ?? prices.input) / prices.input,
    writeRate: (prices.cacheWrite5m ?? prices.input) / prices.input,
    outputRate: prices.output / prices.input,
    summariser: { kind: 'other', price: prompt.summaryPrice } as const,
  }
  let budget = most
  for (let round = 0; round < rounds; round++) {
    const { summaryTokens, tailTokens } = budget
    const costs: CompactionCosts = { ...rates, summaryTokens, tailTokens }
    const cheapest = cheapestThreshold(prompt.fixedTokens + summaryTokens + tailTokens, typicalGrowth, costs)
    budget = deriveBudget(model, { ...options, threshold: Math.min(ceiling, Math.floor(cheapest)) / contextTokens })
  }
  return budget.thresholdTokens / contextTokens
}
