import { costUsd, type ModelInfo } from '@palimpsest/core/models'
import type { BilledUsage } from '@palimpsest/core/tokens'
import type { Usd } from './replay-result.ts'

/** Returns the cost of a call. */
export type PriceUsage = (usage: BilledUsage) => Usd

/** By the model's prices; a model that nobody knows has none. */
export function priceOf(model: ModelInfo | undefined): PriceUsage {
  return (usage) => {
    if (model === undefined) return null
    const cost = costUsd(usage, model)
    return cost.kind === 'known' ? cost.usd : null
  }
}

/** A sum with an unknown in it is unknown. */
export function addUsd(...amounts: readonly Usd[]): Usd {
  let sum = 0
  for (const amount of amounts) {
    if (amount === null) return null
    sum += amount
  }
  return sum
}

export function timesUsd(amount: Usd, factor: number): Usd {
  return amount === null ? null : amount * factor
}

/** A call without any cache. */
export function plainUsage(input: number, output: number): BilledUsage {
  return { input, output, cacheRead: 0, cacheWrite: 0, cacheWrite1h: 0 }
}
