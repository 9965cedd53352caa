import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../json.ts'
import { learnLimit, limitFor, readLimits, storedLimits } from './learn-limit.ts'
import type { Refusal } from './refusal.ts'

const at = { route: 'openrouter https://openrouter.ai/api/v1', model: 'qwen/qwen3-coder', contextTokens: 262_144 }
const stated = (limitTokens: number): Refusal => ({ kind: 'input-too-long', limitTokens, isGuess: false })
const guessed = (limitTokens: number): Refusal => ({ kind: 'input-too-long', limitTokens, isGuess: true })
const reloaded = (known: ReturnType<typeof learnLimit>) => readLimits(JSON.parse(JSON.stringify(storedLimits(known))))

test('a stated limit that is lower than ours is remembered, and outlives the process', () => {
  const known = learnLimit({}, at, stated(131_072))
  expect(limitFor(known, at)).toBe(131_072)
  expect(limitFor(reloaded(known), at)).toBe(131_072)
})

test('a guess is used, but forgotten with the process; the stated limit under it is not', () => {
  const known = learnLimit(learnLimit({}, at, stated(131_072)), at, guessed(100_000))
  expect(limitFor(known, at)).toBe(100_000)
  expect(limitFor(reloaded(known), at)).toBe(131_072)
  expect(reloaded(learnLimit({}, at, guessed(100_000)))).toEqual({})
})

test('a guess that the provider confirms becomes a stated limit', () => {
  const known = learnLimit(learnLimit({}, at, guessed(100_000)), at, stated(100_000))
  expect(limitFor(reloaded(known), at)).toBe(100_000)
})

test.each([
  stated(262_144),
  stated(1_000_000),
  stated(512),
  { kind: 'input-too-long', isGuess: false } as const,
  { kind: 'output-too-long', maxTokens: 4_096 } as const,
  { kind: 'malformed' } as const,
])('nothing is learned from %o', (refusal) => {
  expect(learnLimit({}, at, refusal)).toEqual({})
})

test('another model on the same route starts with nothing learned, and replaces what was', () => {
  const known = learnLimit({}, at, stated(131_072))
  const other = { ...at, model: 'qwen/qwen3-max' }
  expect(limitFor(known, other)).toBeUndefined()
  const next = learnLimit(known, other, stated(200_000))
  expect([limitFor(next, other), limitFor(next, at)]).toEqual([200_000, undefined])
})

test('another route with the same model keeps its own', () => {
  const other = { ...at, route: 'custom http://localhost:8000/v1' }
  const known = learnLimit(learnLimit({}, at, stated(131_072)), other, stated(32_768))
  expect([limitFor(known, at), limitFor(known, other)]).toEqual([131_072, 32_768])
})

test('a limit holds as long as the same window is believed in; where another one is, it is forgotten for good', () => {
  const known = learnLimit({}, at, stated(131_072))
  const told = { ...at, contextTokens: 1_000_000 }
  expect(limitFor(known, told)).toBeUndefined()
  const kept = readLimits(storedLimits(known), told)
  expect(limitFor(kept, at)).toBeUndefined()
  expect(limitFor(readLimits(storedLimits(known), at), at)).toBe(131_072)
  expect(limitFor(learnLimit(known, told, stated(500_000)), told)).toBe(500_000)
})

test('a limit from before windows were noted holds for the one that is believed in when it is first read', () => {
  const old = { [at.route]: { model: at.model, statedTokens: 131_072 } }
  const read = readLimits(old, at)
  expect(limitFor(read, at)).toBe(131_072)
  const told = { ...at, contextTokens: 1_000_000 }
  expect(limitFor(readLimits(storedLimits(read), told), told)).toBeUndefined()
})

test('what was learned elsewhere is read as it is, whatever is believed in here', () => {
  const other = { ...at, route: 'custom http://localhost:8000/v1', contextTokens: 64_000 }
  const known = learnLimit({}, other, stated(32_768))
  expect(readLimits(storedLimits(known), at)).toEqual(known)
})

test('a limit only ever falls, whatever the order of refusals', () => {
  const refusal = fc.tuple(fc.integer({ min: 1, max: 400_000 }), fc.boolean())
  fc.assert(
    fc.property(fc.array(refusal), (refusals) => {
      let known = {}
      let last = at.contextTokens
      for (const [limitTokens, isGuess] of refusals) {
        known = learnLimit(known, at, { kind: 'input-too-long', limitTokens, isGuess })
        const now = limitFor(known, at) ?? at.contextTokens
        expect(now).toBeLessThanOrEqual(last)
        last = now
      }
      expect(reloaded(known)).toEqual(readLimits(storedLimits(known)))
    }),
  )
})

test('any stored value can be read', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (stored) => {
      expect(readLimits(stored as Json)).toBeTypeOf('object')
    }),
  )
  expect(readLimits({ a: { model: 'm', statedTokens: 4 }, b: 3, c: { model: 'm', statedTokens: 8_192 } })).toEqual({
    c: { model: 'm', statedTokens: 8_192 },
  })
})
