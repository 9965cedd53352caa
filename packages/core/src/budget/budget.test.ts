import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveBudget, summarySize } from './budget.ts'

test('a window of 200,000 tokens is shared out as documented', () => {
  const budget = deriveBudget({ contextTokens: 200_000 })
  expect(budget).toMatchObject({ thresholdTokens: 100_000, tailTokens: 20_000, summaryTokens: 10_000 })
  expect(budget).toMatchObject({ indexTokens: 6_500, protectLastN: 20, protectFirstN: 3 })
})

test('the largest summary is 12,000 tokens, however large the window', () => {
  expect(deriveBudget({ contextTokens: 1_000_000 }).summaryTokens).toBe(12_000)
})

test('a threshold of the whole window still leaves room for the answer', () => {
  const budget = deriveBudget({ contextTokens: 64_000, maxTokens: 8_000 }, { threshold: 1 })
  expect(budget.thresholdTokens).toBeLessThan(56_000)
})

test('a summary takes a fifth of its source, no less than 2,000 tokens and no more than allowed', () => {
  const budget = deriveBudget({ contextTokens: 200_000 })
  expect(summarySize(budget, 30_000)).toBe(6_000)
  expect(summarySize(budget, 1_000)).toBe(2_000)
  expect(summarySize(budget, 900_000)).toBe(10_000)
  expect(summarySize(deriveBudget({ contextTokens: 16_000 }), 5_000)).toBe(800)
})

test('where the answer takes most of the window, summary and index shrink with what is left', () => {
  const { thresholdTokens, summaryTokens, indexTokens } = deriveBudget({ contextTokens: 64_000, maxTokens: 60_000 })
  expect(summaryTokens + indexTokens).toBeLessThan(0.7 * thresholdTokens)
})

test('every number is positive, and all stay in order, for every window', () => {
  const share = fc.double({ min: 0.01, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 2_000_000 }), fc.integer({ min: 0, max: 900 }), share, (w, max, at) => {
      const budget = deriveBudget({ contextTokens: w, maxTokens: max }, { threshold: at })
      expect(budget.thresholdTokens).toBeGreaterThan(0)
      expect(budget.thresholdTokens).toBeLessThan(Math.max(2, w - max))
      expect(budget.targetTokens).toBeLessThanOrEqual(budget.thresholdTokens)
      expect(budget.tailTokens).toBeLessThanOrEqual(budget.targetTokens)
    }),
  )
})
