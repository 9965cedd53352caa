import type { Instant } from '@palimpsest/core/store'
import { when } from '../terminal/when.ts'

/** The day of a moment in the reader's own time zone, e.g. `2026-03-01`. */
export function dayOf(at: Instant): string {
  return when(at).slice(0, 'YYYY-MM-DD'.length)
}

/** The last so many days, today included, oldest first, and when the first of them began. */
export function lastDays(days: number, now: Instant): { readonly days: readonly string[]; readonly since: Instant } {
  const date = new Date(now)
  const midnights = Array.from({ length: days }, (_, i) =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate() - (days - 1 - i)).getTime(),
  )
  return { days: midnights.map(dayOf), since: midnights[0] ?? now }
}
