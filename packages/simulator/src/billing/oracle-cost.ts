import type { BilledRequest } from './billed-request.ts'
import type { Rates, Tier } from './prompt-cost.ts'
import type { CachingRules } from './rules.ts'
import { createStretches } from './stretches.ts'

export interface OracleCostOptions {
  /** Also count what keep-alive requests could have saved: any silence may be bridged at the price of reads. @default false */
  readonly pings?: boolean
}

/** One way to keep a token: what writing it costs and how long it then lives. */
interface Shelf {
  readonly writeCost: number
  readonly ttlMs: number
}

/**
 * A lower bound of what any choice of breakpoints and lifetimes could have paid for these requests, in plain tokens, or
 * in what the tiers are in where prices go by the size of a prompt.
 *
 * Every token is judged alone and in hindsight. It occurs in all requests that begin with the same bytes up to it; at
 * each occurrence it is paid plain, written to live one of the provider's lifetimes, or, if it was written and every
 * silence since was shorter than that, read. The cheapest such course is its price, and the bound is the sum. A real
 * bill is a sum of the same prices over courses that obey more rules (four places, look-back, least size, one lifetime
 * for what comes after), so none is smaller.
 */
export function oracleCost(
  requests: readonly BilledRequest[],
  rules: CachingRules,
  rates: Rates | ((promptTokens: number) => Tier),
  options: OracleCostOptions = {},
): number {
  const { tokens, usedMs, below, plain, first, second, enter } = createStretches(
    requests.length,
    rules.kind === 'prefix' ? 'inside' : 'between',
  )
  const tierAt = typeof rates === 'function' ? rates : () => ({ plain: 1, ...rates })
  // Whatever a keep-alive asks, it pays no less than the smallest prompt.
  const { read: pingCost } = tierAt(0)
  const readCost = ({ ttlMs }: Shelf, silenceMs: number, read: number) => {
    const lapses = Math.floor(silenceMs / ttlMs)
    if (lapses === 0) return read
    return options.pings === true && Number.isFinite(lapses) ? read + pingCost * lapses : Number.POSITIVE_INFINITY
  }
  const leastOf = (at: number) => Math.min(plain[at] ?? 0, first[at] ?? 0, second[at] ?? 0)
  for (const { prompt, startMs } of requests) {
    const tier = tierAt(prompt.tokens)
    const [one = noShelf, other = noShelf] = shelvesOf(rules, tier)
    let known = { silenceMs: Number.NaN, one: 0, other: 0 }
    // Every stretch of every prompt is looked at, so nothing is made on the way.
    for (let at = enter(prompt); at >= 0; at = below[at] ?? -1) {
      const silenceMs = startMs - (usedMs[at] ?? 0)
      // Most of a prompt was last seen in the prompt before.
      if (silenceMs !== known.silenceMs)
        known = { silenceMs, one: readCost(one, silenceMs, tier.read), other: readCost(other, silenceMs, tier.read) }
      const least = leastOf(at)
      // To pay plain what could be read gains nothing, so no course does both.
      plain[at] = least + tier.plain
      first[at] = Math.min(least + one.writeCost, (first[at] ?? 0) + known.one)
      second[at] = Math.min(least + other.writeCost, (second[at] ?? 0) + known.other)
      usedMs[at] = startMs
    }
  }
  return tokens.reduce((total, size, at) => total + size * leastOf(at), 0)
}

/** A placeholder where a provider has fewer: nothing is put there, and nothing found. */
const noShelf: Shelf = { writeCost: Number.POSITIVE_INFINITY, ttlMs: 0 }

function shelvesOf(rules: CachingRules, rates: Tier): readonly Shelf[] {
  // Where input is free, rates are no numbers, and nothing is worth a shelf.
  if (!Number.isFinite(rates.read)) return []
  switch (rules.kind) {
    case 'breakpoints':
      return [
        { writeCost: rates.write5m, ttlMs: rules.ttlMs['5m'] },
        { writeCost: rates.write1h, ttlMs: rules.ttlMs['1h'] },
      ]
    case 'endpoints':
      return [{ writeCost: rates.write5m, ttlMs: rules.ttlMs }]
    case 'prefix':
      return [{ writeCost: rates.plain, ttlMs: rules.ttlMs }]
    case 'none':
      return []
  }
}
