import { matchesText, parseQuery } from '@palimpsest/core'
import { expect, test } from 'vitest'
import { createPhraseMatcher } from './phrase-matcher.ts'

const queries = [
  '"not that file"',
  '"a.b"',
  'C++',
  '--force',
  '"[x] (y)"',
  '"ſet"',
  '"don’t"',
  '"é"',
  '$1.50',
  '\\n',
  '"a" "b"',
  'x',
]
const texts = [
  'Not\n\tTHAT   file',
  'not thatfile',
  'axb a.b',
  'c++ and --FORCE',
  '[X]\r\n(Y)',
  'set SET',
  "don't",
  'e é É',
  'for $1.50 \\n',
  ' b  a ',
  'ＮＯＴ that file',
  '',
]

test.each(queries)('%s is found in the same texts as by the shared matcher', (query) => {
  const parsed = parseQuery(query)
  const matches = createPhraseMatcher(parsed)
  expect(texts.filter(matches)).toEqual(texts.filter((text) => matchesText(text, parsed)))
})

test('the queries above tell texts apart', () => {
  const found = queries.map((query) => texts.filter(createPhraseMatcher(parseQuery(query))).length)
  expect(found.filter((count) => count > 0 && count < texts.length).length).toBeGreaterThan(6)
})
