import { expect, test } from 'vitest'
import { createCatalogue } from '../models/find-model.ts'
import { cachingFor, cachingStatus } from './caching-for.ts'
import {
  breakEvenCalls,
  type CompactionCosts,
  cheapestThreshold,
  cliffWindow,
  worthClearing,
  worthCompacting,
} from './economic.ts'

const costs = (readRate: number, reworkTokens = 0): CompactionCosts => ({
  readRate,
  reworkTokens,
  summariser: { kind: 'main' },
  summaryTokens: 3_000,
  tailTokens: 20_000,
})

test.each([
  [0.1, [15, 10, 6, 4, 2]],
  [0.05, [27, 18, 10, 7, 3]],
  [0.025, [52, 34, 18, 13, 5]],
])('at a read price of %d a compaction pays for itself as measured', (readRate, calls) => {
  const at = [80_000, 100_000, 150_000, 200_000, 500_000]
  expect(at.map((tokens) => Math.round(breakEvenCalls(tokens, 45_000, costs(readRate))))).toEqual(calls)
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

const situation = { promptTokens: 100_000, keptTokens: 45_000, windowTokens: 200_000, isWarm: true }

test('a warm prompt is compacted once enough calls are still to come', () => {
  expect(worthCompacting({ ...situation, furtherCalls: 9 }, costs(0.1))).toBe(false)
  expect(worthCompacting({ ...situation, furtherCalls: 10 }, costs(0.1))).toBe(true)
})

test('a cold prompt is compacted whenever that frees enough', () => {
  expect(worthCompacting({ ...situation, isWarm: false, furtherCalls: 0 }, costs(0.1))).toBe(true)
  expect(worthCompacting({ ...situation, isWarm: false, promptTokens: 62_000 }, costs(0.1))).toBe(false)
})

test('a nearly full window leaves no choice', () => {
  expect(
    worthCompacting({ ...situation, promptTokens: 170_000, keptTokens: 160_000, furtherCalls: 0 }, costs(0.1)),
  ).toBe(true)
})

test.each([
  [0.1, 11.5],
  [0.05, 24],
  [0.025, 49],
])('at a read price of %d clearing pays from a share of %d / calls on', (readRate, share) => {
  const behind = 100_000
  const calls = 100
  expect(worthClearing(calls, readRate, (behind * share * 1.01) / calls, behind)).toBe(true)
  expect(worthClearing(calls, readRate, (behind * share * 0.99) / calls, behind)).toBe(false)
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
