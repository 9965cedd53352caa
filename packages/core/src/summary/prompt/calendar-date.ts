import type { Instant } from '../../store/session.ts'

const dayMs = 86_400_000
/** The mean length of a year in the Gregorian calendar. */
const yearDays = 365.2425

/** The day of an instant in UTC, as `2026-03-04`. */
export function calendarDate(at: Instant): string {
  const days = Math.floor(at / dayMs)
  const guess = 1970 + Math.floor(days / yearDays)
  const year = [guess + 1, guess, guess - 1].find((each) => daysBefore(each) <= days) ?? guess
  let left = days - daysBefore(year)
  const month = monthLengths(year).findIndex((length) => {
    if (left < length) return true
    left -= length
    return false
  })
  return [String(year).padStart(4, '0'), two(month + 1), two(left + 1)].join('-')
}

/** From the first day of 1970 to the first day of a year. */
function daysBefore(year: number): number {
  return 365 * (year - 1970) + leapYearsBefore(year) - leapYearsBefore(1970)
}

function leapYearsBefore(year: number): number {
  const last = year - 1
  return Math.floor(last / 4) - Math.floor(last / 100) + Math.floor(last / 400)
}

function monthLengths(year: number): readonly number[] {
  const february = daysBefore(year + 1) - daysBefore(year) - 337
  return [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
