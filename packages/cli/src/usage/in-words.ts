import { totalTokens } from '@palimpsest/core/tokens'
import { dollars, percent } from '../terminal/amounts.ts'
import { countNoun } from '../terminal/count-noun.ts'
import { type Bucket, hitRateOf, type UsageTally, unpricedCalls, usdOf } from './usage-tally.ts'

/** Formats tokens for people; a sum some calls did not report is a lower bound, and one none reported is not 0. */
export function tokensText({ usage, told, calls }: UsageTally, bucket: Bucket): string {
  const tokens = usage[bucket]
  if (tokens === undefined) return 'not reported'
  return `${told[bucket] < calls ? '≥ ' : ''}${wholeTokens(tokens)}`
}

/** Formats the cost of calls; those without a known price are stated beside it. */
export function costText(tally: UsageTally): string {
  const usd = usdOf(tally)
  const unpriced = unpricedCalls(tally)
  if (usd === undefined) return tally.calls === 0 ? '–' : 'price unknown'
  return unpriced === 0 ? dollars(usd) : `${dollars(usd)} + ${countNoun(unpriced, 'call')} of unknown price`
}

/** The same where there is little room. */
export function shortCost(tally: UsageTally): string {
  const usd = usdOf(tally)
  if (usd === undefined) return tally.calls === 0 ? '–' : 'unknown'
  return unpricedCalls(tally) === 0 ? dollars(usd) : `≥ ${dollars(usd)}`
}

/** Formats what a part of all calls took. */
export function usageShareText(tally: UsageTally): string {
  const tokens = totalTokens(tally.usage)
  const took = tokens === undefined ? 'tokens not reported' : `${wholeTokens(tokens)} tokens`
  return `${costText(tally)}, ${took}, ${countNoun(tally.calls, 'call')}`
}

export function hitRateText(tally: UsageTally): string {
  const rate = hitRateOf(tally)
  return rate === undefined ? 'unknown' : percent(rate)
}

export function wholeTokens(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** A number to be grasped at a glance, e.g. `96.1K`. */
export function shortNumber(value: number): string {
  if (value < 1_000) return wholeTokens(value)
  if (value < 999_950) return `${(value / 1_000).toFixed(1)}K`
  return value < 999_950_000 ? `${(value / 1_000_000).toFixed(1)}M` : `${(value / 1_000_000_000).toFixed(1)}G`
}
