import { expect, test } from 'vitest'
import { parseJson } from './json.ts'

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

test.each([lists(100_000), objects(100_000), lists(1_025)])(
  'what is nested too deep for anybody is no JSON',
  (text) => {
    expect(parseJson(text)).toBeUndefined()
  },
)

test.each([lists(1_000), objects(1_000), `[${'[],'.repeat(5_000)}0]`])(
  'what can be read can be written again',
  (text) => {
    expect(JSON.stringify(parseJson(text))).toBe(text)
  },
)

test('brackets inside of strings are text', () => {
  const text = `${'['.repeat(5_000)}\\"`
  expect(parseJson(JSON.stringify({ text }))).toEqual({ text })
})
