import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scopeKey, termKey } from './term-key.ts'

test('keys stay what they are: they are stored', () => {
  expect(['', 'a', 'hello', '中文'].map(termKey)).toMatchInlineSnapshot(`
    [
      -1421968373,
      444641715,
      -2003995026,
      970441454,
    ]
  `)
})

test('any term has a key that Postgres takes as an integer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (term) => {
      const key = termKey(term)
      expect(Number.isInteger(key) && key >= -(2 ** 31) && key < 2 ** 31).toBe(true)
    }),
  )
})

test('short words rarely share a key', () => {
  const words = Array.from({ length: 50_000 }, (_, i) => i.toString(36))
  expect(new Set(words.map(termKey)).size).toBeGreaterThan(words.length - 5)
})

test('a conversation is not mistaken for a word', () => {
  expect(scopeKey('hello')).not.toBe(termKey('hello'))
})
