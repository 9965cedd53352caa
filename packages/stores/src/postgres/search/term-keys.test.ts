import { indexTerms } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { termKey } from './term-key.ts'
import { halvesOf, termKeys, textPieces } from './term-keys.ts'

const termsOf = (texts: Iterable<string>) => new Set([...texts].flatMap((text) => indexTerms(text)))

test.each([
  ['words', 'getUserName snake_case_name ERR-42 src/main.ts '],
  ['lines', 'one two\nthree\n'],
])('a long text of %s has the same terms in pieces', (_, unit) => {
  const text = Array.from({ length: 4_000 }, (_, i) => `${unit}${i}`).join(' ')
  expect([...textPieces(text)].length).toBeGreaterThan(3)
  expect([...textPieces(text)].join('')).toBe(text)
  expect(termsOf(textPieces(text))).toEqual(termsOf([text]))
})

test.each([
  ['Chinese', (i: number) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))],
  ['emoji', (i: number) => String.fromCodePoint(0x1f600 + (i % 70))],
  ['a path', (i: number) => `folder${i}/`],
])('no term of %s without a space is lost where it is cut', (_, unit) => {
  const text = Array.from({ length: 50_000 }, (_, i) => unit(i)).join('')
  const inPieces = termsOf(textPieces(text))
  expect([...termsOf([text])].filter((term) => !inPieces.has(term))).toEqual([])
})

test('a short text is one piece', () => {
  expect([...textPieces('short')]).toEqual(['short'])
  expect([...textPieces('')]).toEqual([''])
})

test('joined words are found by their halves, and what only looks like them by itself', async () => {
  const keysOf = async (...terms: string[]) => new Set(terms.map(termKey))
  expect(await termKeys(user('snake_case'))).toEqual(await keysOf('snake', 'case'))
  expect(await termKeys(user('azq2db'))).toEqual(await keysOf('azq2db'))
  for (const term of indexTerms('a-b c_d e.f g/h i:j k@l')) {
    const halves = halvesOf(term)
    expect(halves === undefined).toBe(term.length === 1)
  }
})
