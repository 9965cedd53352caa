import type { ReportedUsd } from './reported-replay.ts'

/** Keeps a number and its unit on one line. */
const space = '\u00a0'

/** A whole number, e.g. `96,120`. */
export function wholeAmount(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** A number to be grasped at a glance, e.g. `96.1K`, `1.2M`. */
export function short(value: number): string {
  if (value < 1_000) return wholeAmount(value)
  if (value < 999_500) return `${digits(value / 1_000)}K`
  return `${digits(value / 1_000_000)}M`
}

function digits(value: number): string {
  return value.toFixed(value < 99.95 ? 1 : 0).replace(/\.0$/, '')
}

/** A share, e.g. `83 %`. Only all of something is 100 %, and only none of it is 0 %. */
export function reportedPercent(share: number): string {
  const exact = share * 100
  const rounded = Math.round(exact)
  const hides = (rounded === 100 && exact !== 100) || (rounded === 0 && exact !== 0)
  return `${hides ? exact.toFixed(1) : rounded}${space}%`.replace('-', '−')
}

/** Money; small sums keep their meaning, an unknown sum is said to be unknown. */
export function reportedDollars(value: ReportedUsd): string {
  if (value === null) return 'unknown'
  const size = Math.abs(value)
  const places = size === 0 || size >= 1_000 ? 0 : size < 0.1 ? 4 : 2
  const text = size.toLocaleString('en-US', { minimumFractionDigits: places, maximumFractionDigits: places })
  return `${value < 0 ? '−' : ''}$${text}`
}

/** Money beside an axis, as short as it can be said. */
export function dollarTick(value: number): string {
  return value >= 1_000 ? `$${short(value)}` : reportedDollars(value).replace(/\.00$|(?<=\.\d\d)00$/, '')
}

/** A length of time, e.g. `3 h 12 min`. */
export function duration(ms: number): string {
  const seconds = ms / 1_000
  if (seconds < 60) return `${seconds.toFixed(seconds > 0 && seconds < 10 ? 1 : 0)}${space}s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes}${space}min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours}${space}h ${minutes % 60}${space}min` : `${Math.round(hours / 24)}${space}days`
}
