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
    for (const stretch of record.enter(prompt)) {
      stretch.cheapest = pay(stretch.cheapest, startMs - stretch.usedMs)
      stretch.usedMs = startMs
    }
  }
  return record.all.reduce((total, { tokens, cheapest }) => total + tokens * Math.min(...cheapest), 0)
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
 * The least that one token can have cost after one more occurrence, if it then lies on no shelf, on the first, on the
 * second. To pay plain what could be read gains nothing, so no course does both.
 */
function cheapestStep(shelves: readonly Shelf[], read: number, pings: boolean) {
  return ([off = 0, ...kept]: readonly number[], silenceMs: number): readonly number[] => {
    const least = Math.min(off, ...kept)
    const onShelf = shelves.map(({ writeCost, ttlMs }, i) => {
      const lapses = Math.floor(silenceMs / ttlMs)
      const before = kept[i] ?? Number.POSITIVE_INFINITY
      const isReadable = Number.isFinite(before) && (lapses === 0 || pings)
      return Math.min(least + writeCost, isReadable ? before + read * (1 + lapses) : Number.POSITIVE_INFINITY)
    })
    return [least + 1, ...onShelf]
  }
}
