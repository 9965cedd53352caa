import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCatalogue } from './find-model.ts'
import type { ModelInfo } from './model-info.ts'
import { costUsd, pricesAt } from './price.ts'

const { find, models } = createCatalogue()
const model = (name: string): ModelInfo => {
  const found = find(name)
  if (found === undefined) throw new Error(`${name} is not in the catalogue`)
  return found
}
const known = (usd: number) => ({ kind: 'known', usd: expect.closeTo(usd, 9) })

test('every bucket is billed at its own price', () => {
  const usage = { input: 1_000_000, output: 100_000, cacheRead: 2_000_000, cacheWrite: 400_000 }
  expect(costUsd(usage, model('claude-opus-5-5'))).toEqual(known(4 + 2 + 0.4 + 2))
})

test('writes that live an hour are billed apart from the rest', () => {
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 1_000_000, cacheWrite1h: 600_000 }
  expect(costUsd(usage, model('claude-opus-5-5'))).toEqual(known(0.4 * 5 + 0.6 * 8))
})

test('reasoning is part of the output and not billed twice', () => {
  const usage = { input: 0, output: 1_000_000, reasoning: 900_000 }
  expect(costUsd(usage, { input: 1, output: 5 })).toEqual(known(5))
})

test.each([
  ['claude-haiku-5-5', 100_000, 0.1],
  ['claude-haiku-5-5', 100_001, 0.5],
  ['gpt-6-sol', 272_000, 2],
  ['gpt-6-sol', 272_001, 4],
  ['gemini-2.5-pro', 200_001, 2.5],
  ['qwen3-max', 32_000, 1.2],
  ['qwen3-max', 32_001, 2.4],
  ['qwen3-max', 128_001, 3],
])('%s bills a prompt of %i tokens wholly at $%d', (name, input, price) => {
  const usage = { input, output: 0, cacheRead: 0, cacheWrite: 0 }
  expect(costUsd(usage, model(name))).toEqual(known((input * price) / 1e6))
})

test('cached tokens count towards the cliff, output does not', () => {
  const haiku = model('claude-haiku-5-5')
  const cached = { input: 1, output: 0, cacheRead: 60_000, cacheWrite: 40_000 }
  expect(costUsd(cached, haiku)).toEqual(known((0.5 + 60_000 * 0.05 + 40_000 * 0.625) / 1e6))
  expect(costUsd({ ...cached, input: 0 }, haiku)).toEqual(known((60_000 * 0.01 + 40_000 * 0.125) / 1e6))
  expect(costUsd({ input: 1, output: 128_000, cacheRead: 0, cacheWrite: 0 }, haiku)).toEqual(
    known((0.1 + 128_000 * 0.5) / 1e6),
  )
})

test('a model without prices has no cost, not none', () => {
  const cost = costUsd({ input: 1, output: 1, cacheRead: 0, cacheWrite: 0 }, model('llama-3.3-70b'))
  expect(cost).toEqual({ kind: 'unknown', reason: 'no prices known for llama-3.3-70b' })
})

test('a bucket in use without a price makes the sum unknown, an empty one does not', () => {
  const usage = { input: 1000, output: 1000, cacheWrite: 0 }
  expect(costUsd({ ...usage, cacheRead: 10 }, model('qwen3.6-plus'))).toEqual({
    kind: 'unknown',
    reason: 'no price known for cache read tokens',
  })
  expect(costUsd({ ...usage, cacheRead: 0 }, model('qwen3.6-plus'))).toEqual(known(0.0035))
})

test.each([
  ['input', { output: 1, cacheRead: 0, cacheWrite: 0 }],
  ['output', { input: 1, cacheRead: 0, cacheWrite: 0 }],
  ['cache read', { input: 1, output: 1, cacheWrite: 0 }],
  ['cache write', { input: 1, output: 1, cacheRead: 0 }],
])('an unreported %s count is said where the model bills it', (name, usage) => {
  expect(costUsd(usage, model('claude-sonnet-5'))).toEqual({ kind: 'unknown', reason: `${name} tokens not reported` })
})

test('where caching is automatic, unreported reads are billed inside the input', () => {
  const usage = { input: 1_000_000, output: 0 }
  expect(costUsd(usage, model('deepseek-v4-pro'))).toEqual(known(0.66))
  expect(costUsd(usage, model('gemini-3.5-flash'))).toEqual(known(1.5))
})

test('unreported writes that cost more than input leave the sum unknown', () => {
  expect(costUsd({ input: 1, output: 1, cacheRead: 0 }, model('gpt-6-sol')).kind).toBe('unknown')
  expect(costUsd({ input: 1, output: 1, cacheRead: 0, cacheWrite: 0 }, model('gpt-6-sol')).kind).toBe('known')
})

test('an automatic cache without a price for writes takes the input price for them', () => {
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 1_000_000 }
  expect(costUsd(usage, model('deepseek-v4-pro'))).toEqual(known(0.66))
  expect(costUsd(usage, { input: 1, output: 2 })).toEqual({
    kind: 'unknown',
    reason: 'no price known for cache write tokens',
  })
})

test('more tokens never cost less', () => {
  const priced = models.filter(({ prices }) => prices?.cacheRead !== undefined)
  const count = fc.nat(400_000)
  const bucket = fc.constantFrom('input', 'output', 'cacheRead', 'cacheWrite')
  fc.assert(
    fc.property(
      fc.constantFrom(...priced),
      fc.tuple(count, count, count, count),
      bucket,
      count,
      (each, n, name, more) => {
        const usage = { input: n[0], output: n[1], cacheRead: n[2], cacheWrite: each.caching === undefined ? 0 : n[3] }
        if (each.caching === undefined && name === 'cacheWrite') return
        const before = costUsd(usage, each)
        const after = costUsd({ ...usage, [name]: usage[name] + more }, each)
        expect(before.kind === 'known' && after.kind === 'known' && after.usd >= before.usd).toBe(true)
      },
    ),
  )
})

test('the prices of a size are those of the highest cliff below it', () => {
  const prices = model('qwen3-max').prices
  expect(prices && [1, 32_001, 200_000].map((size) => pricesAt(prices, size).input)).toEqual([1.2, 2.4, 3])
})
