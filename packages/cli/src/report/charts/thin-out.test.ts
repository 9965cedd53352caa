import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketsOf, thinOut } from './thin-out.ts'

const series = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 3_000 })

test('keeps the lowest, the highest, both ends and what must be kept, in order and within its room', () => {
  fc.assert(
    fc.property(series, fc.integer({ min: 1, max: 60 }), fc.nat(), (values, buckets, pick) => {
      const keep = pick % values.length
      const chosen = thinOut(values, buckets, [keep])
      const drawn = chosen.map((i) => values[i] ?? Number.NaN)
      expect(Math.min(...drawn)).toBe(Math.min(...values))
      expect(Math.max(...drawn)).toBe(Math.max(...values))
      expect(chosen).toEqual([...new Set(chosen)].sort((a, b) => a - b))
      expect(chosen).toEqual(expect.arrayContaining([0, values.length - 1, keep]))
      expect(chosen.length).toBeLessThanOrEqual(buckets * 2 + 3)
    }),
    { numRuns: 200 },
  )
})

test('keeps a single peak and a single dip in a long flat session', () => {
  const values = Array.from({ length: 5_000 }, () => 500)
  values[1_234] = 900
  values[4_321] = 1
  expect(thinOut(values, 50)).toEqual(expect.arrayContaining([1_234, 4_321]))
})

test('ignores places to keep that are not there', () => {
  expect(thinOut([1, 2, 3, 4, 5, 6, 7, 8], 1, [-1, 99])).toEqual([0, 7])
})

test('buckets follow each other without a hole and none is empty', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 200 }), (length, most) => {
      const buckets = bucketsOf(length, most)
      expect(buckets.map(({ from }) => from)).toEqual([0, ...buckets.slice(0, -1).map(({ to }) => to)])
      expect(buckets.at(-1)?.to).toBe(length)
      expect(buckets.every(({ from, to }) => to > from)).toBe(true)
    }),
  )
})
