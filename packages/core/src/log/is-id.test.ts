import fc from 'fast-check'
import { expect, test } from 'vitest'
import { badIds } from '../testing/store/fixtures/bad-ids.ts'
import { isId, quoteId } from './is-id.ts'

test.each([
  '01900000-0000-7000-8000-00000000c001',
  '0190AAAA-0000-7000-8000-00000000000A',
  'conversation-1',
  '01900000-0000-7000-8000-00000000e002:summary',
  'root+',
  'user@example.org',
  'a',
])('%j is an id', (text) => {
  expect(isId(text)).toBe(true)
})

test.each(badIds.map((text) => [text.slice(0, 20), text]))('%j is none', (_, text) => {
  expect(isId(text)).toBe(false)
})

test('whatever is quoted is short, and of letters that can be seen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      expect(quoteId(text)).toMatch(/^"[ -~]{0,240}"(?:… \(\d+ characters\))?$/)
    }),
  )
})

test('a long text is quoted by its beginning, with its length', () => {
  expect(quoteId('a'.repeat(200_000))).toBe(`"${'a'.repeat(40)}"… (200000 characters)`)
})
