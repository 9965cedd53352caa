import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assumeLimit, raiseLimit } from './assume-limit.ts'
import { learnLimit, limitFor, storedLimits } from './learn-limit.ts'

const at = { route: 'openai-responses', model: 'gpt-5.6-sol', contextTokens: 64_000 }

test('what was refused without a number is taken for the window, and gone with the process', () => {
  const known = assumeLimit({}, at, { refusedTokens: 24_021.7 })
  expect(limitFor(known, at)).toBe(24_021)
  expect(storedLimits(known)).toEqual({})
})

test('each refusal goes further down', () => {
  const once = assumeLimit({}, at, { refusedTokens: 48_000 })
  expect(limitFor(assumeLimit(once, at, { refusedTokens: 12_000 }), at)).toBe(12_000)
  expect(assumeLimit(once, at, { refusedTokens: 50_000 })).toBe(once)
})

test('a refusal of much less than was answered before teaches nothing; of a little less, what was answered', () => {
  expect(assumeLimit({}, at, { refusedTokens: 10_000, answeredTokens: 20_000 })).toEqual({})
  expect(limitFor(assumeLimit({}, at, { refusedTokens: 19_000, answeredTokens: 20_000 }), at)).toBe(20_000)
})

test('a larger call that is answered raises what was assumed, up to what is believed', () => {
  const known = assumeLimit({}, at, { refusedTokens: 24_000 })
  expect(raiseLimit(known, at, 20_000)).toBe(known)
  expect(limitFor(raiseLimit(known, at, 30_000), at)).toBe(30_000)
  expect(limitFor(raiseLimit(known, at, 64_000), at)).toBeUndefined()
})

test('what a provider stated is not raised', () => {
  const stated = learnLimit({}, at, { kind: 'input-too-long', limitTokens: 32_000, isGuess: false })
  expect(raiseLimit(stated, at, 40_000)).toBe(stated)
  const both = assumeLimit(stated, at, { refusedTokens: 24_000 })
  expect(limitFor(raiseLimit(both, at, 40_000), at)).toBe(32_000)
})

test('whatever is refused and answered, the window is never assumed below what was answered', () => {
  const call = fc.record({ tokens: fc.integer({ min: 1_000, max: 60_000 }), isAnswered: fc.boolean() })
  fc.assert(
    fc.property(fc.array(call), (calls) => {
      let known = {}
      let answeredTokens = 0
      for (const { tokens, isAnswered } of calls) {
        if (isAnswered) answeredTokens = Math.max(answeredTokens, tokens)
        known = isAnswered
          ? raiseLimit(known, at, answeredTokens)
          : assumeLimit(known, at, { refusedTokens: tokens, answeredTokens })
        expect(limitFor(known, at) ?? at.contextTokens).toBeGreaterThanOrEqual(answeredTokens)
      }
    }),
  )
})
