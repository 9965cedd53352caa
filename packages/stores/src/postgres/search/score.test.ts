import { parseQuery } from '@palimpsest/core/store'
import { expect, test } from 'vitest'
import { scoreOf } from './score.ts'

const score = (text: string, query: string) => scoreOf(text, parseQuery(query))

test('a text that has a word more often scores higher', () => {
  expect(score('cat cat dog', 'cat')).toBeGreaterThan(score('cat cow dog', 'cat') ?? 0)
})

test('of two texts with the same words the shorter one scores higher', () => {
  expect(score('cat', 'cat')).toBeGreaterThan(score(`cat${' and so on'.repeat(200)}`, 'cat') ?? 0)
})

test('a word that is not there after all is no match, however the key of its term came up', () => {
  expect(score('dog', 'cat')).toBeUndefined()
})

test.each(['½ cup', 'ﬁne', 'naïve', '中文', '🚀', 'ERR-42', 'snake_case_name', 'azqb', 'e\u0301te\u0301'])(
  'what is written as %s is found as such',
  (text) => {
    expect(score(`so ${text} it is`, text)).toBeGreaterThan(0)
  },
)
