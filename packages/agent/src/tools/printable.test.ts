import { expect, test } from 'vitest'
import { printable } from './printable.ts'
import { shownLine, shownLines } from './shown-lines.ts'

test.each([
  ['an escape', 0x1b],
  ['a delete', 0x7f],
  ['a control of the upper half', 0x9b],
  ['a soft hyphen', 0xad],
  ['a no-break space', 0xa0],
  ['a joiner of graphemes', 0x34f],
  ['an Arabic letter mark', 0x61c],
  ['a filler of Hangul', 0x115f],
  ['another filler of Hangul', 0x1160],
  ['a vowel that is not shown', 0x17b4],
  ['an en quad', 0x2000],
  ['a hair space', 0x200a],
  ['a space without width', 0x200b],
  ['a joiner between letters', 0x200d],
  ['a line separator', 0x2028],
  ['a paragraph separator', 0x2029],
  ['an override of direction', 0x202e],
  ['a narrow no-break space', 0x202f],
  ['an invisible plus', 0x2064],
  ['an isolate', 0x2066],
  ['an empty pattern of Braille', 0x2800],
  ['an ideographic space', 0x3000],
  ['a filler of Hangul that stands alone', 0x3164],
  ['a variation selector', 0xfe0f],
  ['a byte order mark', 0xfeff],
  ['a narrow filler', 0xffa0],
  ['an annotation', 0xfff9],
  ['half a character', 0xd83d],
  ['a tag', 0xe0041],
  ['a far variation selector', 0xe0101],
])('%s is spelt out', (_, code) => {
  expect(printable(`a${String.fromCodePoint(code)}b`)).toBe(`a\\u{${code.toString(16)}}b`)
})

test.each(['Größe, naïve, 日本語, Привет, שלום', '👩‍👩‍👧‍👦 ❤️ 1️⃣ 👍🏽 🏳️‍🌈', 'a\nb c'])('%j stays as it is', (text) => {
  expect(printable(text)).toBe(text)
})

test('what joins pictures hides nothing elsewhere', () => {
  expect(printable('👩‍x 👩‍‍👩 ❤️️')).toBe('👩\\u{200d}x 👩\\u{200d}\\u{200d}👩 ❤️\\u{fe0f}')
})

test.each([
  [`${'a'.padEnd(300)}rm -rf ~`, 'a⟨299 spaces⟩rm -rf ~'],
  [`${'\t'.repeat(80)}curl x`, '⟨80 tabs⟩curl x'],
  [`x ${'\t '.repeat(40)}y`, 'x⟨81 spaces and tabs⟩y'],
  ['return 1  ', 'return 1⟨2 spaces⟩'],
  ['   ', '⟨3 spaces⟩'],
])('space that goes on in %j is counted', (line, shown) => {
  expect(shownLine(line)).toBe(shown)
})

test('ordinary code looks as it is', () => {
  const code = 'function a() {\n\tif (b) {\n            return c  // aligned\n\n\n  }\n}'
  expect(shownLines(code).join('\n')).toBe(code.replaceAll('\t', '→   '))
})

test('lines that repeat are counted, so that nothing is pushed off the screen', () => {
  expect(shownLines(`start${'\n'.repeat(500)}end`)).toEqual(['start', '', '⟨the same line 498 more times⟩', 'end'])
})
