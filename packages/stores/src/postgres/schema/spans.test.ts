import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinSpans, moveSpans, numbersOf, spansOf } from './spans.ts'

const lists = fc.uniqueArray(fc.integer({ min: 1, max: 30 }))

test('a list comes back from its spans, in as few as can be', () => {
  expect(spansOf([4, 5, 6, 2, 3])).toEqual([
    { seq: 0, first: 4, count: 3 },
    { seq: 3, first: 2, count: 2 },
  ])
  fc.assert(
    fc.property(lists, (list) => {
      expect(numbersOf(spansOf(list))).toEqual(list)
    }),
  )
})

test('spans that are moved say what the rest of the list says, where it is moved to', () => {
  fc.assert(
    fc.property(lists, fc.nat(30), fc.nat(5), (list, from, to) => {
      const moved = moveSpans(spansOf(list), from, to)
      expect(numbersOf(moved)).toEqual(list.slice(from))
      if (moved.length > 0) expect(moved[0]?.seq).toBe(to)
      expect(joinSpans(moved)).toEqual(moveSpans(spansOf(list.slice(from)), 0, to))
    }),
  )
})
