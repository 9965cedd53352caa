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
  const pay = cheapestStep(shelves, rates.read, options.pings ?? false)
  const record = createStretches(shelves.length)
  for (const { prompt, startMs } of requests) {
    for (let stretch = record.enter(prompt); stretch; stretch = stretch.below) {
      pay(stretch.cheapest, startMs - stretch.usedMs)
      stretch.usedMs = startMs
    }
  }
  return record.all.reduce((total, { tokens, cheapest }) => total + tokens * leastOf(cheapest), 0)
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
  return (cheapest: number[], silenceMs: number): void => {
    const least = leastOf(cheapest)
    cheapest[0] = least + 1
    for (let i = 0; i < shelves.length; i++) {
      const shelf = shelves[i]
      if (shelf === undefined) break
      const lapses = Math.floor(silenceMs / shelf.ttlMs)
      const before = cheapest[i + 1] ?? Number.POSITIVE_INFINITY
      const isReadable = Number.isFinite(before) && (lapses === 0 || pings)
      const written = least + shelf.writeCost
      cheapest[i + 1] = isReadable ? Math.min(written, before + read * (1 + lapses)) : written
    }
  }
}

/** Every stretch of every prompt is looked at, so nothing is made on the way. */
function leastOf(costs: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < costs.length; i++) least = Math.min(least, costs[i] ?? least)
  return least
}
