import { matchesText, parseQuery } from '@palimpsest/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPhraseMatcher } from './phrase-matcher.ts'

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
