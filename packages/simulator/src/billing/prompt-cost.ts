import type { Prices } from '@palimpsest/core/models'
import type { BilledUsage } from '@palimpsest/core/tokens'
import type { PromptUsage } from './billed-request.ts'

/** Prices of prompt tokens, relative to one that no cache touched. */
export interface Rates {
  readonly read: number
  readonly write5m: number
  readonly write1h: number
}

/** Token prices for a prompt whose size decides them, each in the same unit. */
export interface Tier extends Rates {
  readonly plain: number
}

/** Anthropic's, for models that read at a tenth. */
export const defaultRates: Rates = { read: 0.1, write5m: 1.25, write1h: 2 }

/** A price that is not known costs like plain input, which is what a cache without such a price bills. */
export function tierOf({ input, cacheRead = input, cacheWrite5m = input, cacheWrite1h }: Prices): Tier {
  return { plain: input, read: cacheRead, write5m: cacheWrite5m, write1h: cacheWrite1h ?? cacheWrite5m }
}

/** The same, relative to plain input. */
export function ratesOf(prices: Prices): Rates {
  const { plain, read, write5m, write1h } = tierOf(prices)
  return { read: read / plain, write5m: write5m / plain, write1h: write1h / plain }
}

/** Returns the cost of a prompt, in plain input tokens. */
export function promptCost({ read, write5m, write1h, plain }: PromptUsage, rates: Rates): number {
  return plain + read * rates.read + write5m * rates.write5m + write1h * rates.write1h
}

/** Usage as the rest of the system counts it. */
export function billedUsage({ read, write5m, write1h, plain }: PromptUsage, output: number): BilledUsage {
  return { input: plain, output, cacheRead: read, cacheWrite: write5m + write1h, cacheWrite1h: write1h }
}
