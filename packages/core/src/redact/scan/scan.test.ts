import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plantTokens } from '../../testing/planted.ts'
import { allRules } from '../rules/all-rules.ts'
import { createScanner } from './scan.ts'

const scan = createScanner(allRules)
const scanAsking = createScanner(allRules.map((rule) => ({ ...rule, exactCase: false })))
const tokens = plantTokens(7).map(({ text }) => text)

function anyCase(text: string): fc.Arbitrary<string> {
  return fc.mixedCase(fc.constant(text)).chain((mixed) => fc.constantFrom(text, mixed, text.toLowerCase()))
}

test('rules that are not asked where a keyword has another case would have found nothing there', () => {
  const keywords = allRules.flatMap((rule) => rule.keywords)
  const words = fc.oneof(
    fc.constantFrom(...keywords).chain(anyCase),
    fc.constantFrom(...tokens).chain(anyCase),
    fc.string({ maxLength: 30, unit: fc.constantFrom(...'ABCdef0123456789_-./="\' ') }),
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 8 }), (parts) => {
      const text = parts.join('')
      expect(scan(text)).toEqual(scanAsking(text))
    }),
    { numRuns: 1_000 },
  )
})
