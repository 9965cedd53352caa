import type { BilledRequest } from './billed-request.ts'
import type { Rates } from './prompt-cost.ts'
import type { CachingRules } from './rules.ts'
import { createStretches } from './stretches.ts'

export interface OracleOptions {
  /** Also count what keep-alive requests could have saved: any silence may be bridged at the price of reads. @default false */
  readonly pings?: boolean
}

/** One way to keep a token: what writing it costs and how long it then lives. */
interface Shelf {
  readonly writeCost: number
  readonly ttlMs: number
}

/**
 * A lower bound of what any choice of breakpoints and lifetimes could have paid for these requests, in plain tokens.
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
  rates: Rates,
  options: OracleOptions = {},
): number {
  const shelves = shelvesOf(rules, rates)
  const ways = 1 + shelves.length
  const { tokens, usedMs, cheapest, below, enter } = createStretches(requests.length, ways)
  const pay = cheapestStep(shelves, rates.read, options.pings ?? false)
  for (const { prompt, startMs } of requests) {
    for (let stretch = enter(prompt); stretch >= 0; stretch = below[stretch] ?? -1) {
      pay(cheapest, stretch * ways, startMs - (usedMs[stretch] ?? 0))
      usedMs[stretch] = startMs
    }
  }
  return tokens.reduce((total, size, i) => total + size * leastOf(cheapest, i * ways, ways), 0)
}

function shelvesOf(rules: CachingRules, rates: Rates): readonly Shelf[] {
  switch (rules.kind) {
    case 'breakpoints':
      return [
        { writeCost: rates.write5m, ttlMs: rules.ttlMs['5m'] },
        { writeCost: rates.write1h, ttlMs: rules.ttlMs['1h'] },
      ]
    case 'endpoints':
      return [{ writeCost: rates.write5m, ttlMs: rules.ttlMs }]
    case 'prefix':
      return [{ writeCost: 1, ttlMs: rules.ttlMs }]
    case 'none':
      return []
  }
}

/**
 * Changes the least that one token can have cost, if it lies on no shelf, on the first, on the second, to what it is
 * after one more occurrence. To pay plain what could be read gains nothing, so no course does both.
 */
function cheapestStep(shelves: readonly Shelf[], read: number, pings: boolean) {
  const ways = 1 + shelves.length
  const writeCosts = Float64Array.from([1, ...shelves.map(({ writeCost }) => writeCost)])
  const readCosts = new Float64Array(ways).fill(Number.POSITIVE_INFINITY)
  let knownMs = Number.NaN
  const know = (silenceMs: number) => {
    for (const [i, { ttlMs }] of shelves.entries()) {
      const lapses = Math.floor(silenceMs / ttlMs)
      const isReadable = lapses === 0 || (pings && Number.isFinite(lapses))
      readCosts[i + 1] = isReadable ? read * (1 + lapses) : Number.POSITIVE_INFINITY
    }
    knownMs = silenceMs
  }
  return (cheapest: Float64Array, at: number, silenceMs: number): void => {
    // Most of a prompt was last seen in the prompt before.
    if (silenceMs !== knownMs) know(silenceMs)
    const least = leastOf(cheapest, at, ways)
    for (let i = 0; i < ways; i++) {
      const written = least + (writeCosts[i] ?? 0)
      const wasRead = (cheapest[at + i] ?? 0) + (readCosts[i] ?? 0)
      cheapest[at + i] = wasRead < written ? wasRead : written
    }
  }
}

/** Every stretch of every prompt is looked at, so nothing is made on the way. */
function leastOf(costs: Float64Array, at: number, ways: number): number {
  let least = costs[at] ?? 0
  for (let i = at + 1; i < at + ways; i++) {
    const cost = costs[i] ?? least
    if (cost < least) least = cost
  }
  return least
}
