import { expect, test } from 'vitest'
import { createCatalogue } from '../models/find-model.ts'
import { cachingFor, cachingStatus } from './caching-for.ts'
import { type CompactionCosts, cheapestThreshold, cliffWindow } from './economic.ts'

const costs = (readRate: number, reworkTokens = 0): CompactionCosts => ({
  readRate,
  reworkTokens,
  summariser: { kind: 'main' },
  summaryTokens: 3_000,
  tailTokens: 20_000,
})

test.each([
  [0.1, 0, 79_000],
  [0.05, 0, 92_000],
  [0.025, 0, 110_000],
  [0.1, 50_000, 93_000],
  [0.05, 50_000, 112_000],
  [0.025, 50_000, 140_000],
  [0.1, 150_000, 113_000],
  [0.025, 150_000, 181_000],
])('the cheapest threshold at a read price of %d and %i tokens of rework is near %i', (readRate, rework, tokens) => {
  expect(Math.abs(cheapestThreshold(45_000, 1_200, costs(readRate, rework)) - tokens)).toBeLessThan(1_500)
})

test('a cheaper summariser lowers the threshold', () => {
  const other: CompactionCosts = { ...costs(0.1), summariser: { kind: 'other', price: 0.05 } }
  expect(cheapestThreshold(45_000, 1_200, other)).toBeLessThan(cheapestThreshold(45_000, 1_200, costs(0.1)))
})

test('a price cliff counts as the end of the window', () => {
  const { find } = createCatalogue()
  expect(cliffWindow(1_000_000, find('claude-haiku-5-5')?.prices)).toBe(95_000)
  expect(cliffWindow(1_050_000, find('gpt-6-sol')?.prices)).toBe(258_400)
  expect(cliffWindow(200_000, find('claude-opus-5')?.prices)).toBe(200_000)
})

test('Claude is cached by itself where markers are honoured, and nothing else is', () => {
  const { find } = createCatalogue()
  const status = (name: string, provider: string) => {
    const choice = cachingFor(name, { provider }, find(name))
    return cachingStatus(choice, '5m') ?? choice.kind
  }
  expect(status('anthropic/claude-opus-4.6', 'openrouter')).toBe(
    '💾 Prompt caching: ENABLED (Claude via OpenRouter, 5m TTL)',
  )
  expect(status('claude-sonnet-5-5', 'anthropic')).toBe('💾 Prompt caching: ENABLED (native Anthropic, 5m TTL)')
  expect(status('claude-sonnet-5-5', 'custom')).toBe('off')
  expect(status('gpt-6-sol', 'openrouter')).toBe('automatic')
  expect(status('llama-4', 'openrouter')).toBe('off')
})

test('lifetimes are clamped to what the way to the model honours', () => {
  expect(cachingFor('claude-opus-5', { provider: 'openrouter', ttls: ['5m'] })).toMatchObject({ ttls: ['5m'] })
  expect(cachingFor('claude-opus-5', { provider: 'anthropic' })).toMatchObject({ ttls: ['5m', '1h'] })
})
