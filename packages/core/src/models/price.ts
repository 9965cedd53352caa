import type { BilledUsage } from '../tokens/usage.ts'
import type { Caching, ModelInfo, Prices } from './model-info.ts'

/** The cost of a call, or what is missing to compute it. */
export type Cost =
  | { readonly kind: 'known'; readonly usd: number }
  | { readonly kind: 'unknown'; readonly reason: string }

/** The prices that a prompt of this size is billed at, wholly. */
export function pricesAt(prices: Prices, promptTokens: number): Prices {
  const { above } = prices
  return above !== undefined && promptTokens > above.promptTokens ? pricesAt(above.prices, promptTokens) : prices
}

/** The price of one call; a missing price or count is said, never taken for 0. */
export function costUsd(usage: BilledUsage, of: Prices | ModelInfo): Cost {
  const model = 'contextTokens' in of ? of : undefined
  const prices = 'contextTokens' in of ? of.prices : of
  if (prices === undefined) return unknown(`no prices known for ${model?.id ?? 'this model'}`)
  const missing = missingCount(usage, prices, model?.caching)
  if (missing !== undefined) return unknown(`${missing} tokens not reported`)
  const { input = 0, cacheRead = 0, cacheWrite = 0 } = usage
  return sum(buckets(usage, pricesAt(prices, input + cacheRead + cacheWrite), model?.caching))
}

/**
 * With automatic caching, tokens that a provider does not report as read or written are inside `input`, so their
 * absence leaves the sum right or too high; only writes that cost more than input would make it too low.
 */
function missingCount(usage: BilledUsage, prices: Prices, caching: Caching | undefined): string | undefined {
  if (usage.input === undefined) return 'input'
  if (usage.output === undefined) return 'output'
  const isInsideInput = caching?.kind === 'automatic'
  if (usage.cacheRead === undefined && prices.cacheRead !== undefined && !isInsideInput) return 'cache read'
  const isWriteBilled = prices.cacheWrite5m !== undefined || prices.cacheWrite1h !== undefined
  return usage.cacheWrite === undefined && isWriteBilled ? 'cache write' : undefined
}

interface Bucket {
  readonly name: string
  readonly tokens: number
  readonly price: number | undefined
}

function buckets(usage: BilledUsage, prices: Prices, caching: Caching | undefined): readonly Bucket[] {
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0, cacheWrite1h = 0 } = usage
  // An automatic cache without a price for writes takes nothing above the input price for them.
  const write = prices.cacheWrite5m ?? (caching?.kind === 'automatic' ? prices.input : undefined)
  return [
    { name: 'input', tokens: input, price: prices.input },
    { name: 'output', tokens: output, price: prices.output },
    { name: 'cache read', tokens: cacheRead, price: prices.cacheRead },
    { name: 'cache write', tokens: Math.max(0, cacheWrite - cacheWrite1h), price: write },
    { name: 'one-hour cache write', tokens: cacheWrite1h, price: prices.cacheWrite1h },
  ]
}

function sum(billed: readonly Bucket[]): Cost {
  let usd = 0
  for (const { name, tokens, price } of billed) {
    if (tokens === 0) continue
    if (price === undefined) return unknown(`no price known for ${name} tokens`)
    usd += (tokens * price) / 1_000_000
  }
  return { kind: 'known', usd }
}

function unknown(reason: string): Cost {
  return { kind: 'unknown', reason }
}
