import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sliceWhole } from './slice-whole.ts'

const text = fc.string({ unit: fc.constantFrom('a', '👩‍👩‍👧‍👦', '🙂', '漢', ' ') })
const place = fc.nat(60)

test('cuts no character in half, and takes no more than was asked for', () => {
  fc.assert(
    fc.property(text, place, place, (all, from, to) => {
      const piece = sliceWhole(all, from, to)
      expect(piece.isWellFormed()).toBe(true)
      expect(all.slice(from, to)).toContain(piece)
      expect(all.slice(from, to).length - piece.length).toBeLessThanOrEqual(2)
    }),
  )
})

test('is a plain slice where no character is in the way', () => {
  expect(sliceWhole('a🙂b', 0, 3)).toBe('a🙂')
  expect(sliceWhole('a🙂b', 1)).toBe('🙂b')
  expect(sliceWhole('a🙂b', 2)).toBe('b')
  expect(sliceWhole('a🙂b', 0, 2)).toBe('a')
})
