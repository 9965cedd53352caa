import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyWord, bit, keyNoPath, keyWord, scanWords } from './scan-words.ts'

interface Word {
  readonly text: string
  readonly seen: number
}

function wordsOf(text: string, telling: number, from = 0, to = text.length): readonly Word[] {
  const words: Word[] = []
  scanWords({ text, from, to, telling }, (start, end, seen) => {
    words.push({ text: text.slice(start, end), seen })
    return end
  })
  return words
}

function isCode({ text }: Word): boolean {
  return /^[A-Z]{6}$/.test(text)
}

const pieces = 'a Zed HK ABCDEF QWERTZU 7 42 / \\ . _ - : # @ $ € ₹'.split(' ')
const texts = fc
  .array(fc.oneof(fc.constantFrom(...pieces, ' ', '\n', '(', ','), fc.string({ maxLength: 3 })), { maxLength: 40 })
  .map((parts) => parts.join(''))

test.each([keyWord, keyNoPath])('passes over no word that has one of the signs %i, or is a code', (telling) => {
  fc.assert(
    fc.property(texts, fc.nat(20), fc.nat(20), (text, skipped, left) => {
      const from = Math.min(skipped, text.length)
      const to = Math.max(from, text.length - left)
      const all = wordsOf(text, anyWord, from, to)
      expect(wordsOf(text, telling, from, to)).toEqual(
        all.filter((word) => (word.seen & telling) !== 0 || isCode(word)),
      )
    }),
  )
})

test('finds a word by a sign in its middle, with all of its characters', () => {
  expect(wordsOf('see src/deep_name.ts and HKQDTZ, not plain_name', keyWord)).toEqual([
    { text: 'src/deep_name.ts', seen: bit.lower | bit.slash | bit.dot | bit.under | bit.beyondHex },
    { text: 'HKQDTZ', seen: bit.upper | bit.beyondHex },
  ])
})
