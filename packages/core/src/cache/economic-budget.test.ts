import { expect, test } from 'vitest'
import { deriveBudget } from '../budget/budget.ts'
import { createCatalogue } from '../models/find-model.ts'
import { coldBudget, type Economy, economicBudget } from './economic-budget.ts'

const pricesOf = (name: string) => createCatalogue().find(name)?.prices ?? expect.unreachable()
const economy: Economy = {
  window: { contextTokens: 1_000_000 },
  options: {},
  prices: pricesOf('claude-sonnet-5'),
  summariser: { kind: 'main' },
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
  expect(economicBudget({ ...economy, prices: pricesOf('claude-fable-5-1') }).thresholdTokens).toBeGreaterThan(dear)
})

test('a dear summariser moves it up', () => {
  const by = (price: number) => economicBudget({ ...economy, summariser: { kind: 'other', price } }).thresholdTokens
  expect(by(1)).toBeGreaterThan(by(0.05))
})

test('it is never above that of the fraction', () => {
  const window = { contextTokens: 100_000 }
  expect(economicBudget({ ...economy, window }).thresholdTokens).toBe(deriveBudget(window).thresholdTokens)
})

test('it stays below a price cliff', () => {
  const budget = economicBudget({ ...economy, prices: pricesOf('claude-haiku-5-5'), growthTokens: 50_000 })
  expect(budget.thresholdTokens).toBeLessThanOrEqual(95_000)
})

test('a prompt that went cold is compacted sooner, down to the same size', () => {
  const usual = economicBudget(economy)
  const cold = coldBudget(usual)
  expect(cold.thresholdTokens).toBeLessThan(0.75 * usual.thresholdTokens)
  expect(cold.thresholdTokens).toBeGreaterThanOrEqual(1.4 * usual.targetTokens)
  expect({ ...cold, thresholdTokens: usual.thresholdTokens }).toEqual(usual)
  // A tail that takes most of the threshold leaves nothing to gain.
  const full = deriveBudget(economy.window, { targetRatio: 0.8 })
  expect(coldBudget(full)).toEqual(full)
})

test('where no price is known, the fraction decides', () => {
  expect(economicBudget({ ...economy, prices: undefined })).toEqual(deriveBudget(economy.window))
})
