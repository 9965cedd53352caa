import { matchesText, parseQuery } from '@palimpsest/core/store'
import fc from 'fast-check'
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

/** Characters that fold to others, are left out, or mean something in a pattern. */
const character = fc.constantFrom(...'aAiIkKsS \n\t.*+?()[]{}|/\\^$-\'"’“”éßİſKｋﬁ½🚀\ufe0f中\u0307')
const text = fc.array(character, { maxLength: 12 }).map((characters) => characters.join(''))

test('agrees with the slow way on every text', () => {
  fc.assert(
    fc.property(text, text, text, (before, phrase, after) => {
      const parsed = parseQuery(`"${phrase.replaceAll('"', '')}"`)
      const isMatch = createPhraseMatcher(parsed)
      for (const said of [before, before + phrase + after, before + phrase.toUpperCase() + after]) {
        expect(isMatch(said), JSON.stringify([said, parsed])).toBe(matchesText(said, parsed))
      }
    }),
    { numRuns: 3_000 },
  )
})
