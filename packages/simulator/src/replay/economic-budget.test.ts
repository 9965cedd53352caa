import { createCatalogue, deriveBudget } from '@palimpsest/core'
import { expect, test } from 'vitest'
import { type Economy, economicBudget } from './economic-budget.ts'

const find = (name: string) => createCatalogue().find(name) ?? expect.unreachable()
const economy: Economy = {
  window: { contextTokens: 1_000_000 },
  options: {},
  model: find('claude-sonnet-5'),
  fee: { kind: 'cached' },
  fixedTokens: 20_000,
  growthTokens: 1_200,
}

test('a large window does not raise the threshold beyond what costs least', () => {
  const { thresholdTokens, tailTokens } = economicBudget(economy)
  expect(thresholdTokens).toBeGreaterThan(60_000)
  expect(thresholdTokens).toBeLessThan(200_000)
  expect(tailTokens).toBe(Math.floor(thresholdTokens * 0.2))
})

test('cheaper reads move it up', () => {
  const dear = economicBudget(economy).thresholdTokens
  expect(economicBudget({ ...economy, model: find('claude-fable-5-1') }).thresholdTokens).toBeGreaterThan(dear)
})

test('it is never above that of the fraction', () => {
  const window = { contextTokens: 100_000 }
  expect(economicBudget({ ...economy, window }).thresholdTokens).toBe(deriveBudget(window).thresholdTokens)
})

test('it stays below a price cliff', () => {
  const budget = economicBudget({ ...economy, model: find('claude-haiku-5-5'), growthTokens: 50_000 })
  expect(budget.thresholdTokens).toBeLessThanOrEqual(95_000)
})

test('where no price is known, the fraction decides', () => {
  expect(economicBudget({ ...economy, model: undefined })).toEqual(deriveBudget(economy.window))
})
