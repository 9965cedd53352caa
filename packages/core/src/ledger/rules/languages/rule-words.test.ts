import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainEuropean, plainFurther, plainLatin } from './plain-looks.ts'
import type { RuleLanguage } from './rule-language.ts'
import { centralRules } from './rule-words-central.ts'
import { englishRules, plainEnglish } from './rule-words-english.ts'
import { europeanRules } from './rule-words-european.ts'
import { nordicRules } from './rule-words-nordic.ts'
import { otherRules } from './rule-words-other.ts'
import { scriptRules } from './rule-words-scripts.ts'
import { southernRules } from './rule-words-southern.ts'

const ascii = /^[ -~]*$/
const letter = '[\\p{L}\\p{M}\\p{N}_]'

const furtherRules = [...nordicRules, ...centralRules, ...southernRules]

test.each([
  ...europeanRules.map((rules) => [rules.name, rules, plainEuropean] as const),
  ...furtherRules.map((rules) => [rules.name, rules, plainFurther] as const),
])('no rule of %s in ASCII letters goes by the look that comes first', (_, rules, look) => {
  const source = sourceOf(rules)
  const any = new RegExp(`(?<!${letter})(?:${source})`, 'iu')
  fc.assert(
    fc.property(fc.stringMatching(sampler(source)), fc.constantFrom('', 'Ok, ', '(', 'x '), (rule, before) => {
      const sentence = `${before}${rule}`
      if (!ascii.test(sentence) || !any.test(sentence)) return
      expect(sentence).toMatch(look)
      expect(sentence).toMatch(plainLatin)
    }),
    { numRuns: 2_000 },
  )
})

test('no rule of English goes by the look that comes first', () => {
  const source = sourceOf(englishRules).replaceAll('\\p{L}', '[a-z]')
  const any = new RegExp(`(?<!\\w)(?:${source})`, 'i')
  fc.assert(
    fc.property(fc.stringMatching(sampler(source)), (sentence) => {
      if (any.test(sentence)) expect(sentence).toMatch(plainEnglish)
    }),
    { numRuns: 10_000 },
  )
})

test.each(
  [englishRules, ...europeanRules, ...furtherRules, ...otherRules, ...scriptRules].map(
    (rules) => [rules.name, rules] as const,
  ),
)('nothing that ends a rule in %s goes by the look for its words', (_, rules) => {
  const source = [rules.releases, rules.permits, rules.waives, rules.resets].join('|')
  const any = new RegExp(source, 'iu')
  const look = new RegExp(rules.endWords, 'i')
  fc.assert(
    fc.property(fc.stringMatching(sampler(source)), (sentence) => {
      if (any.test(sentence)) expect(sentence).toMatch(look)
    }),
    { numRuns: 1_000 },
  )
})

test('most English sentences go no further than that look', () => {
  const said = [
    'Now add a new test for the main page.',
    'I need the notes of the next meeting.',
    'The user is not found.',
  ]
  expect(said.filter((sentence) => plainLatin.test(sentence))).toEqual(['Now add a new test for the main page.'])
})

function sourceOf({ forbids, orders, softForbids = '(?!)', softOrders = '(?!)', ...rules }: RuleLanguage): string {
  return [forbids, orders, softForbids, softOrders, rules.releases, rules.permits, rules.waives, rules.resets].join('|')
}

/** Writes what the pattern means, but for what must not stand there, so that not every sample matches. */
function sampler(source: string): RegExp {
  const plain = withoutLooks(source)
    .replaceAll('\\p{L}', '[a-z]')
    .replaceAll('\\s', ' ')
    .replaceAll('\\S', '[a-z]')
    .replaceAll('||', '|')
  return new RegExp(`^(?:${plain})$`)
}

function withoutLooks(source: string): string {
  const start = source.search(/\(\?(?:!|=|<!|<=)/)
  if (start < 0) return source
  let depth = 0
  for (let at = start; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '(') depth++
    else if (source[at] === ')' && --depth === 0) return source.slice(0, start) + withoutLooks(source.slice(at + 1))
  }
  return source
}
