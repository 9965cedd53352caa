import { totalTokens } from '@palimpsest/core'
import { dollars, percent } from '../terminal/amounts.ts'
import { count } from '../terminal/count.ts'
import { type Bucket, hitRateOf, type Tally, unpricedCalls, usdOf } from './tally.ts'

/** Formats tokens for people; a sum some calls did not report is a lower bound, and one none reported is not 0. */
export function tokensText({ usage, told, calls }: Tally, bucket: Bucket): string {
  const tokens = usage[bucket]
  if (tokens === undefined) return 'not reported'
  return `${told[bucket] < calls ? '≥ ' : ''}${whole(tokens)}`
}

/** Formats the cost of calls; those without a known price are stated beside it. */
export function costText(tally: Tally): string {
  const usd = usdOf(tally)
  const unpriced = unpricedCalls(tally)
  if (usd === undefined) return tally.calls === 0 ? '–' : 'price unknown'
  return unpriced === 0 ? dollars(usd) : `${dollars(usd)} + ${count(unpriced, 'call')} of unknown price`
}

/** The same where there is little room. */
export function shortCost(tally: Tally): string {
  const usd = usdOf(tally)
  if (usd === undefined) return tally.calls === 0 ? '–' : 'unknown'
  return unpricedCalls(tally) === 0 ? dollars(usd) : `≥ ${dollars(usd)}`
}

/** Formats what a part of all calls took. */
export function partText(tally: Tally): string {
  const tokens = totalTokens(tally.usage)
  const took = tokens === undefined ? 'tokens not reported' : `${whole(tokens)} tokens`
  return `${costText(tally)}, ${took}, ${count(tally.calls, 'call')}`
}

export function hitRateText(tally: Tally): string {
  const rate = hitRateOf(tally)
  return rate === undefined ? 'unknown' : percent(rate)
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** A number to be grasped at a glance, e.g. `96.1K`. */
export function shortNumber(value: number): string {
  if (value < 1_000) return whole(value)
  if (value < 999_950) return `${(value / 1_000).toFixed(1)}K`
  return value < 999_950_000 ? `${(value / 1_000_000).toFixed(1)}M` : `${(value / 1_000_000_000).toFixed(1)}G`
}
