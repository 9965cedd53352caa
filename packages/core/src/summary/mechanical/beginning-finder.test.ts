import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginningFinder } from './beginning-finder.ts'

const words = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '漢', ' '), maxLength: 5 })

test('finds what looking at each beginning in turn would find', () => {
  fc.assert(
    fc.property(fc.array(words), words, (beginnings, text) => {
      expect(beginningFinder(beginnings)(text)).toBe(beginnings.some((each) => text.startsWith(each)))
    }),
  )
})

test('a text begins with a long one of these although a shorter one is no beginning of it', () => {
  expect(beginningFinder(['ran `b', 'ran `a', 'ran `ab', 's'])('ran `abc`')).toBe(true)
  expect(beginningFinder(['ran `b', 'ran `ab', 's'])('ran `ac`')).toBe(false)
})
