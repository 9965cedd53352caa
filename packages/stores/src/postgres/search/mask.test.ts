import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addToMask, emptyMask, inAll, inAny, ordinalsOf } from './mask.ts'

const ordinals = fc.uniqueArray(fc.nat(255))
const maskOf = (places: readonly number[]) => {
  const mask = emptyMask()
  for (const place of places) addToMask(mask, place)
  return mask
}
const ascending = (places: Iterable<number>) => [...places].toSorted((a, b) => a - b)

test('masks are sets of places', () => {
  fc.assert(
    fc.property(ordinals, ordinals, (one, other) => {
      const masks = [maskOf(one), maskOf(other)]
      expect(ordinalsOf(maskOf(one))).toEqual(ascending(one))
      expect(ordinalsOf(inAny(masks))).toEqual(ascending(new Set([...one, ...other])))
      expect(ordinalsOf(inAll(masks))).toEqual(ascending(one.filter((place) => other.includes(place))))
    }),
  )
})

test('nothing is in no mask, or in all of some of which one is missing', () => {
  expect([inAll([]), inAny([]), inAll([maskOf([1]), undefined])].map(ordinalsOf)).toEqual([[], [], []])
})
