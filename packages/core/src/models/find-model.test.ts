import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { createCatalogue } from './find-model.ts'

const { find } = createCatalogue()

test('every model is found by its own name, dated, latest and in capitals', () => {
  for (const model of catalogue) {
    const { id } = model
    for (const name of [id, `${id}-20260101`, `${id}-2026-01-01`, `${id}-latest`, id.toUpperCase()]) {
      expect(find(name), name).toBe(model)
    }
    for (const alias of model.aliases ?? []) expect(find(alias), alias).toBe(model)
  }
})

test('a size or speed after a name is never taken for the model itself', () => {
  for (const { id } of catalogue) {
    for (const suffix of ['mini', 'nano', 'lite', 'pro', 'fast', 'turbo', '2', '8b', 'x']) {
      const found = find(`${id}-${suffix}`)
      expect(found === undefined || found.id !== id, `${id}-${suffix}`).toBe(true)
    }
  }
})

test.each([
  ['claude-opus-4-5-20251101', 'claude-opus-4-5'],
  ['claude-opus-4.5', 'claude-opus-4-5'],
  ['claude-opus-4-20250514', 'claude-opus-4'],
  ['claude-opus-4-0', 'claude-opus-4'],
  ['claude-opus-4-1-20250805', 'claude-opus-4-1'],
  ['claude-fable-5-1', 'claude-fable-5-1'],
  ['claude-3-5-haiku-20241022', 'claude-3-5-haiku'],
  ['anthropic/claude-3.5-haiku', 'claude-3-5-haiku'],
  ['claude-haiku-3.5', 'claude-3-5-haiku'],
  ['claude-4.5-sonnet', 'claude-sonnet-4-5'],
  ['claude-sonnet-4-5[1m]', 'claude-sonnet-4-5'],
  ['anthropic/claude-sonnet-5.5', 'claude-sonnet-5-5'],
  ['openrouter/anthropic/claude-haiku-4.5', 'claude-haiku-4-5'],
  ['anthropic/claude-3.7-sonnet:thinking', 'claude-3-7-sonnet'],
  ['anthropic.claude-3-5-haiku-20241022-v1:0', 'claude-3-5-haiku'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
  ['bedrock/us-gov.anthropic.claude-opus-4-5-20251101-v1:0', 'claude-opus-4-5'],
  ['vertex_ai/claude-opus-4-5@20251101', 'claude-opus-4-5'],
  ['publishers/anthropic/models/claude-opus-5-5@default', 'claude-opus-5-5'],
  ['openai.gpt-oss-120b-1:0', 'gpt-oss-120b'],
  ['gpt-oss:20b', 'gpt-oss-20b'],
  ['meta.llama3-3-70b-instruct-v1:0', 'llama-3.3-70b'],
  ['meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8', 'llama-4-maverick'],
  ['azure/gpt-5.1-codex', 'gpt-5.1'],
  ['gpt-5.1-codex-mini', 'gpt-5.1-codex-mini'],
  ['gpt-5-6', 'gpt-5.6-sol'],
  ['gpt-5-2025-08-07', 'gpt-5'],
  ['gpt-4o-2024-08-06', 'gpt-4o'],
  ['gpt-4o-2024-05-13', 'gpt-4o-2024-05-13'],
  ['gpt-4o-mini-2024-07-18', 'gpt-4o-mini'],
  ['models/gemini-2.5-pro-preview-05-06', 'gemini-2.5-pro'],
  ['gemini-2.5-flash-lite-preview-09-2025', 'gemini-2.5-flash-lite'],
  ['google/gemini-3.1-pro-preview', 'gemini-3.1-pro'],
  ['deepseek-ai/DeepSeek-V3.2-Exp', 'deepseek-v3.2'],
  ['deepseek/deepseek-chat:free', 'deepseek-chat'],
  ['MiniMax-M2.5', 'minimax-m2.5'],
  ['grok-4-0709', 'grok-4'],
  ['grok-4.20-0309-reasoning', 'grok-4.20'],
  ['Qwen/Qwen3-235B-A22B-Instruct-2507', 'qwen3-235b-a22b'],
  ['z-ai/glm-5.3', 'glm-5.3'],
])('%s is %s', (name, id) => {
  expect(find(name)?.id).toBe(id)
})

test.each([
  'gpt-5.5-mini',
  'gpt-5.5-nano',
  'gpt-6.1-sol-mini',
  'gpt-5.2-pro',
  'gpt-41-x',
  'gpt-4',
  'gpt-4o-audio-preview',
  'gpt-5-chat-latest',
  'o3-pro',
  'claude-fable-5-9',
  'claude-opus-5-6',
  'claude-opus-4-6-fast',
  'claude-opus-45',
  'claude-opus',
  'gemini-3.8-flash-lite',
  'gemini-2.5-flash-image',
  'grok-4.2',
  'glm-4.7-flash',
  'kimi-k2',
  'qwen3-max-thinking',
  'mistral-large-2411',
  'llama-3.1-1b',
  'azure/my-deployment',
  '',
])('%s is not taken for a relative', (name) => {
  expect(find(name)).toBeUndefined()
})

test('an override is laid over the model it names, and the rest of the model stays', () => {
  const { find, models } = createCatalogue([{ id: 'claude-opus-4.5', contextTokens: 500_000 }])
  const before = createCatalogue().find('claude-opus-4-5')
  expect(find('us.anthropic.claude-opus-4-5-20251101-v1:0')).toEqual({
    ...before,
    id: 'claude-opus-4.5',
    contextTokens: 500_000,
  })
  expect(models).toHaveLength(catalogue.length)
})

test('an override of one snapshot leaves the others alone', () => {
  const { find } = createCatalogue([{ id: 'claude-opus-4-5-20251101', contextTokens: 1_000_000 }])
  expect(find('claude-opus-4-5-20251101')?.contextTokens).toBe(1_000_000)
  expect(find('claude-opus-4-5-20251101')?.prices?.input).toBe(5)
  expect(find('claude-opus-4-5')?.contextTokens).toBe(200_000)
})

test('an override reaches the aliases of its model', () => {
  const { find } = createCatalogue([{ id: 'gpt-5.6-sol', contextTokens: 400_000 }])
  expect(find('gpt-5.6')?.contextTokens).toBe(400_000)
})

test('an override with a route or a tag holds for that name only', () => {
  const { find } = createCatalogue([
    { id: 'openrouter/openai/gpt-5', contextTokens: 128_000 },
    { id: 'gpt-4o:free', contextTokens: 8000 },
  ])
  expect(find('OpenRouter/openai/gpt-5')?.contextTokens).toBe(128_000)
  expect(find('openai/gpt-5')?.contextTokens).toBe(400_000)
  expect(find('gpt-4o:free')?.contextTokens).toBe(8000)
  expect(find('gpt-4o')?.contextTokens).toBe(128_000)
})

test('a model of the user needs no more than a name and a window', () => {
  const { find } = createCatalogue([
    { id: 'azure/my-deployment', contextTokens: 64_000 },
    { id: 'house-model', contextTokens: 32_000, provider: 'us' },
  ])
  expect(find('azure/my-deployment')).toEqual({
    id: 'azure/my-deployment',
    provider: 'custom',
    contextTokens: 64_000,
  })
  expect(find('house-model-2026-01-01')?.provider).toBe('us')
  expect(find('house-model-mini')).toBeUndefined()
})

test('an override that names no model and no window is reported, not guessed at', () => {
  const { find, incomplete } = createCatalogue([{ id: 'azure/my-deployment', images: true }])
  expect(incomplete).toEqual(['azure/my-deployment'])
  expect(find('azure/my-deployment')).toBeUndefined()
})

test('an undefined field of an override does not erase what the catalogue knows', () => {
  const { find } = createCatalogue([{ id: 'gpt-5', prices: undefined, contextTokens: undefined }])
  expect(find('gpt-5')?.contextTokens).toBe(400_000)
  expect(find('gpt-5')?.prices?.input).toBe(1.25)
})

test('a later override adds to an earlier one', () => {
  const { find } = createCatalogue([
    { id: 'gpt-5', contextTokens: 300_000 },
    { id: 'gpt-5', images: false },
  ])
  expect(find('gpt-5')).toMatchObject({ contextTokens: 300_000, images: false })
})
