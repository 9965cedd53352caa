import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarDate } from './calendar-date.ts'

test('an instant has the day that it falls on in UTC', () => {
  const instant = fc.integer({ min: Date.UTC(1600, 0, 1), max: Date.UTC(2600, 0, 1) })
  fc.assert(fc.property(instant, (at) => calendarDate(at) === new Date(at).toISOString().slice(0, 10)))
})

test.each(['1970-01-01', '2000-02-29', '2024-12-31', '2025-01-01', '2100-03-01'])('%s begins and ends', (day) => {
  const start = Date.parse(`${day}T00:00:00Z`)
  expect([start, start + 86_399_999].map(calendarDate)).toEqual([day, day])
})
