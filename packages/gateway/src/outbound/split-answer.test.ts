import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scanFences } from './scan-fences.ts'
import { leastPieceChars, splitAnswer } from './split-answer.ts'

const line = fc.oneof(
  fc.constantFrom('```', '```ts', '~~~', '````md', '', '  indented', '``` a`b', '```` ', 'x'.repeat(90)),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.lorem({ maxCount: 20 }),
  fc.constant('👩‍👩‍👧‍👦'.repeat(15)),
)
const text = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'))
const limit = fc.integer({ min: leastPieceChars, max: 400 })

/** What is left when blanks and fences are taken away: no cut may change it. */
function letters(pieces: readonly string[]): string {
  const lines = pieces.join('\n').split('\n')
  return lines
    .filter((each) => !/^ {0,3}(?:`{3}|~{3})/.test(each))
    .join('')
    .replaceAll(/\s/g, '')
}

describe('laws', () => {
  test('no piece is empty, or longer than the limit', () => {
    fc.assert(
      fc.property(text, limit, (whole, most) => {
        for (const piece of splitAnswer(whole, most)) {
          expect(piece.length).toBeLessThanOrEqual(most)
          expect(piece.trim()).not.toBe('')
        }
      }),
    )
  })

  test('nothing that can be read is lost or added', () => {
    fc.assert(
      fc.property(text, limit, (whole, most) => {
        expect(letters(splitAnswer(whole, most))).toBe(letters([whole]))
      }),
    )
  })

  test('every piece but the last closes the fences that it opens', () => {
    fc.assert(
      fc.property(text, limit, (whole, most) => {
        for (const piece of splitAnswer(whole, most).slice(0, -1)) expect(scanFences(piece)).toBeUndefined()
      }),
    )
  })

  test('no character is cut in half', () => {
    fc.assert(
      fc.property(text, limit, (whole, most) => {
        if (whole.isWellFormed()) for (const piece of splitAnswer(whole, most)) expect(piece.isWellFormed()).toBe(true)
      }),
    )
  })
})

test('a short text stays as it is, and an empty one is nothing', () => {
  expect(splitAnswer('hello\n', 100)).toEqual(['hello'])
  expect(splitAnswer(' \n ', 100)).toEqual([])
})

test('paragraphs come before lines, and lines before words', () => {
  const words = 'word '.repeat(14).trim()
  expect(splitAnswer(`${words}\n\n${words}`, 110)).toEqual([words, words])
  expect(splitAnswer(`${words}\n${words}`, 110)).toEqual([words, words])
  expect(splitAnswer(`${words} ${words}`, 110).every((piece) => /^word.*word$/.test(piece))).toBe(true)
})

test('code that is cut goes on in its language, with its indentation', () => {
  const code = Array.from({ length: 12 }, (_, i) => `  line ${i} of code`)
  const pieces = splitAnswer(['Look:', '```python', ...code, '```', 'Done.'].join('\n'), 120)
  expect(pieces.length).toBeGreaterThan(2)
  for (const piece of pieces.slice(1, -1)) expect(piece).toMatch(/^```python\n {2}line[\s\S]*\n```$/)
  expect(pieces.at(-1)).toMatch(/Done\.$/)
})

test('families stay together', () => {
  const family = '👩‍👩‍👧‍👦'
  for (const piece of splitAnswer(family.repeat(40), 100)) expect(piece.replaceAll(family, '')).toBe('')
})
