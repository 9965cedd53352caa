import { expect, test } from 'vitest'
import { hasCodePoint } from './code-point-set.ts'
import { closedUnderCase, foldedCodePoint } from './fold-case.ts'

/** Unicode made these equal only lately, so engines differ. */
const disputed = new Set([0x390, 0x1fd3, 0x3b0, 0x1fe3, 0xfb05, 0xfb06])

test('holds for one letter what RegExp holds for one', () => {
  const letters = /[\p{L}\p{M}\p{N}]/u
  for (let codePoint = 0; codePoint <= 0x1_ffff; codePoint++) {
    const char = String.fromCodePoint(codePoint)
    const folded = foldedCodePoint(codePoint)
    if (folded === codePoint || disputed.has(codePoint) || !letters.test(char)) continue
    expect(new RegExp(`^\\u{${folded.toString(16)}}$`, 'iu').test(char)).toBe(true)
    expect(hasCodePoint(closedUnderCase([folded, folded]), codePoint)).toBe(true)
  }
})

test.each(['kK\u212a', 'sS\u017f', 'σςΣ', 'ßẞ', 'µμΜ', 'ǆǅǄ', '𐐨𐐀', 'Ꭰꭰ'])('makes %s one', (letters) => {
  expect(new Set([...letters].map((letter) => foldedCodePoint(letter.codePointAt(0) ?? 0))).size).toBe(1)
})

test.each(['iı', 'iİ', 'ıİ'])('keeps %s apart', (letters) => {
  expect(new Set([...letters].map((letter) => foldedCodePoint(letter.codePointAt(0) ?? 0))).size).toBe(2)
})
