import type { Instant } from '@palimpsest/core/store'

/** A moment in the reader's own time zone, to the minute. */
export function when(at: Instant): string {
  const date = new Date(at)
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-')
  return `${day} ${[date.getHours(), date.getMinutes()].map(twoDigits).join(':')}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
