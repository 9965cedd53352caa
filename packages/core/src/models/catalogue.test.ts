import { expect, test } from 'vitest'
import { catalogue, catalogueSource } from './catalogue.ts'
import type { ModelInfo, Prices } from './model-info.ts'
import { normaliseModelName } from './normalise-model-name.ts'

const byId = (id: string): ModelInfo => {
  const model = catalogue.find((each) => each.id === id)
  if (model === undefined) throw new Error(`${id} is not in the catalogue`)
  return model
}

/** A price list and those above its cliffs. */
const tiers = (prices: Prices | undefined): readonly Prices[] =>
  prices === undefined ? [] : [prices, ...tiers(prices.above?.prices)]

test('knows at least sixty models of all the large vendors', () => {
  expect(catalogue.length).toBeGreaterThanOrEqual(60)
  const vendors = ['anthropic', 'openai', 'google', 'deepseek', 'qwen', 'mistral', 'xai', 'moonshot', 'zai', 'meta']
  expect([...new Set(catalogue.map(({ provider }) => provider))]).toEqual(expect.arrayContaining(vendors))
})

test('no two models answer to one name', () => {
  const names = catalogue.flatMap(({ id, aliases = [] }) => [id, ...aliases]).map(normaliseModelName)
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
})

test('names are in lower case and without a route', () => {
  for (const { id, provider } of catalogue) {
    expect(id).toMatch(/^[a-z0-9][a-z0-9.-]*$/)
    expect(provider, id).toMatch(/^[a-z]+$/)
  }
})

test('every model has a window, and room for its output in it', () => {
  for (const { id, contextTokens, maxOutputTokens = 1 } of catalogue) {
    expect(contextTokens, id).toBeGreaterThanOrEqual(100_000)
    expect(maxOutputTokens, id).toBeGreaterThan(0)
    expect(maxOutputTokens, id).toBeLessThan(contextTokens)
  }
})

test('reading from cache costs less than sending, sending less than writing', () => {
  for (const { id, prices } of catalogue) {
    for (const { input, output, cacheRead = input / 2, cacheWrite5m = input * 2, cacheWrite1h } of tiers(prices)) {
      expect(input, id).toBeGreaterThan(0)
      expect(output, id).toBeGreaterThan(input)
      expect(cacheRead, id).toBeGreaterThan(0)
      expect(cacheRead, id).toBeLessThan(input)
      expect(cacheWrite5m, id).toBeGreaterThan(input)
      expect(cacheWrite1h ?? Number.POSITIVE_INFINITY, id).toBeGreaterThan(cacheWrite5m)
    }
  }
})

test('prices rise past each cliff, and each cliff lies within the window', () => {
  for (const { id, prices, contextTokens } of catalogue) {
    for (const { input, output, above } of tiers(prices)) {
      if (above === undefined) continue
      expect(above.prices.input, id).toBeGreaterThan(input)
      expect(above.prices.output, id).toBeGreaterThan(output)
      expect(above.promptTokens, id).toBeLessThan(contextTokens)
      expect(above.prices.above?.promptTokens ?? contextTokens, id).toBeGreaterThan(above.promptTokens)
    }
  }
})

test.each([
  ['claude-fable-5-1', { input: 10, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 0.25, output: 50 }],
  ['claude-mythos-5-1', { input: 10, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 0.25, output: 50 }],
  ['claude-fable-5', { input: 10, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 1, output: 50 }],
  ['claude-opus-5-5', { input: 4, cacheWrite5m: 5, cacheWrite1h: 8, cacheRead: 0.2, output: 20 }],
  ['claude-opus-5', { input: 5, cacheWrite5m: 6.25, cacheWrite1h: 10, cacheRead: 0.5, output: 25 }],
  ['claude-sonnet-5-5', { input: 2, cacheWrite5m: 2.5, cacheWrite1h: 4, cacheRead: 0.1, output: 10 }],
  ['claude-sonnet-5', { input: 2, cacheWrite5m: 2.5, cacheWrite1h: 4, cacheRead: 0.2, output: 10 }],
  ['claude-haiku-5-5', { input: 0.1, cacheWrite5m: 0.125, cacheWrite1h: 0.2, cacheRead: 0.01, output: 0.5 }],
  ['claude-haiku-4-5', { input: 1, cacheWrite5m: 1.25, cacheWrite1h: 2, cacheRead: 0.1, output: 5 }],
  ['claude-opus-4-1', { input: 15, cacheWrite5m: 18.75, cacheWrite1h: 30, cacheRead: 1.5, output: 75 }],
  ['claude-sonnet-4-6', { input: 3, cacheWrite5m: 3.75, cacheWrite1h: 6, cacheRead: 0.3, output: 15 }],
  ['claude-3-5-haiku', { input: 0.8, cacheWrite5m: 1, cacheWrite1h: 1.6, cacheRead: 0.08, output: 4 }],
  ['gpt-6.1-sol', { input: 2, output: 10, cacheRead: 0.1, cacheWrite5m: 2.5 }],
  ['gpt-6.1-terra', { input: 1, output: 5, cacheRead: 0.05, cacheWrite5m: 1.25 }],
  ['gpt-6-sol', { input: 2, output: 10, cacheRead: 0.2, cacheWrite5m: 2.5 }],
  ['gpt-6-luna', { input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite5m: 0.125 }],
  ['gpt-5.6-sol', { input: 5, output: 30, cacheRead: 0.5, cacheWrite5m: 6.25 }],
  ['gpt-5.6-terra', { input: 2, output: 12, cacheRead: 0.2, cacheWrite5m: 2.5 }],
  ['gpt-5.6-luna', { input: 0.2, output: 1.2, cacheRead: 0.02, cacheWrite5m: 0.25 }],
  ['gemini-4-argon', { input: 2, output: 10, cacheRead: 0.1, until: '2026-11-30' }],
  ['deepseek-v4.1-flash', { input: 0.15, output: 0.6, cacheRead: 0.003 }],
  ['deepseek-v4-pro', { input: 0.66, output: 1.98, cacheRead: 0.022 }],
])('%s has its published prices', (id, prices) => {
  expect(byId(id).prices).toMatchObject(prices)
})

test.each([
  ['claude-haiku-5-5', 100_000, { input: 0.5, output: 2.5, cacheRead: 0.05, cacheWrite5m: 0.625, cacheWrite1h: 1 }],
  ['gpt-6.1-terra', 272_000, { input: 2, output: 7.5, cacheRead: 0.1, cacheWrite5m: 2.5, cacheWrite1h: 5 }],
  ['gpt-5.6-luna', 272_000, { input: 0.4, output: 1.8, cacheRead: 0.04, cacheWrite5m: 0.5 }],
  ['gpt-5.5', 272_000, { input: 10, output: 45, cacheRead: 1 }],
  ['gemini-2.5-pro', 200_000, { input: 2.5, output: 15, cacheRead: 0.25 }],
  ['grok-4.7', 200_000, { input: 4, output: 12, cacheRead: 1 }],
])('%s bills prompts over %i tokens at other prices', (id, promptTokens, prices) => {
  expect(byId(id).prices?.above).toEqual({ promptTokens, prices })
})

test.each([
  [512, ['claude-fable-5-1', 'claude-mythos-5', 'claude-opus-5-5', 'claude-opus-5']],
  [1024, ['claude-opus-4-8', 'claude-sonnet-5', 'claude-sonnet-4-6', 'claude-opus-4-1', 'gpt-5', 'gpt-6.1-sol']],
  [2048, ['claude-opus-4-7', 'claude-3-5-haiku', 'gemini-2.5-pro']],
  [4096, ['claude-opus-4-6', 'claude-opus-4-5', 'claude-haiku-4-5', 'gemini-3.8-flash', 'gemini-4-argon']],
])('prefixes are cached from %i tokens on', (minTokens, ids) => {
  for (const id of ids) expect(byId(id).caching, id).toMatchObject({ minTokens })
})

test.each(['claude-sonnet-5-5', 'claude-haiku-5-5', 'deepseek-v4-pro'])(
  'the undocumented smallest prefix of %s is absent, not 0',
  (id) => expect(byId(id).caching).not.toHaveProperty('minTokens'),
)

test('every Claude model takes four breakpoints of either lifetime', () => {
  for (const { id, caching } of catalogue.filter(({ provider }) => provider === 'anthropic')) {
    expect(caching, id).toMatchObject({ kind: 'breakpoints', maxBreakpoints: 4, lookbackPositions: 20 })
    expect(caching?.kind === 'breakpoints' && caching.ttls, id).toEqual(['5m', '1h'])
  }
})

test('prior thinking is kept from Opus 4.5 and Sonnet 4.6 on', () => {
  const keeps = (id: string) => byId(id).keepsThinking === true
  expect(['claude-opus-4-5', 'claude-sonnet-4-6', 'claude-fable-5'].every(keeps)).toBe(true)
  expect(['claude-opus-4-1', 'claude-sonnet-4-5', 'claude-haiku-4-5'].some(keeps)).toBe(false)
})

test('the source note is dated, and its sources are pages, not package registries', () => {
  expect(catalogueSource.checked).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(catalogueSource.sources.every((source) => /^[a-z.-]+\.[a-z]+\/\S+$/.test(source))).toBe(true)
  expect(catalogueSource.sources.join(' ')).not.toMatch(/npmjs|pypi|crates/)
})
