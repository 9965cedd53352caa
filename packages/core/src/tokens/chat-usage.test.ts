import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../json.ts'
import { openaiChatStream } from '../wire/stream/openai-chat-stream.ts'
import { readChatUsage } from './chat-usage.ts'
import { promptTokens, readUsage } from './usage.ts'

describe('the cache under the names of compatible servers', () => {
  const expected = { input: 300, output: 50, cacheRead: 600, cacheWrite: 100 }
  const base = { prompt_tokens: 1_000, completion_tokens: 50 }

  test.each<[string, JsonObject]>([
    ['Anthropic', { cache_read_input_tokens: 600, cache_creation_input_tokens: 100 }],
    [
      'Anthropic, in the details',
      { prompt_tokens_details: { cache_read_input_tokens: 600, cache_creation_input_tokens: 100 } },
    ],
    [
      'LiteLLM, which tells everything twice',
      {
        ...{ total_tokens: 1_050, cache_read_input_tokens: 600, cache_creation_input_tokens: 100 },
        prompt_tokens_details: { cached_tokens: 600, cache_creation_tokens: 100 },
      },
    ],
    ['OpenRouter', { prompt_tokens_details: { cached_tokens: 600, cache_write_tokens: 100, audio_tokens: 0 } }],
    ['a mixture', { cached_tokens: 600, cache_creation_tokens: 100 }],
    [
      'a gateway that fills in zeros',
      { prompt_tokens_details: { cached_tokens: 0 }, cache_read_input_tokens: 600, cache_write_tokens: 100 },
    ],
    ['DeepSeek with writes', { prompt_cache_hit_tokens: 600, prompt_cache_miss_tokens: 400, cache_write_tokens: 100 }],
  ])('%s', (_, usage) => {
    expect(readUsage('openai-chat', { ...base, ...usage })).toEqual(expected)
    expect(promptTokens(readUsage('openai-chat', { ...base, ...usage }))).toBe(1_000)
  })

  test('writes are told apart by how long they live', () => {
    const cache_creation = { ephemeral_5m_input_tokens: 60, ephemeral_1h_input_tokens: 40 }
    const hour = { ...expected, cacheWrite1h: 40 }
    const read = { cache_read_input_tokens: 600 }
    expect(readUsage('openai-chat', { ...base, ...read, cache_creation })).toEqual(hour)
    expect(readUsage('openai-chat', { ...base, ...read, cache_creation_input_tokens: 100, cache_creation })).toEqual(
      hour,
    )
    const prompt_tokens_details = { cached_tokens: 600, cache_creation_token_details: cache_creation }
    expect(readUsage('openai-chat', { ...base, prompt_tokens_details })).toEqual(hour)
  })

  test('DeepSeek tells its prompt in parts', () => {
    const usage = { prompt_cache_hit_tokens: 8, prompt_cache_miss_tokens: 2, completion_tokens: 1 }
    expect(readUsage('openai-chat', usage)).toEqual({ input: 2, output: 1, cacheRead: 8 })
  })
})

describe('a prompt that was counted beside the cache', () => {
  test('is smaller than what the cache gave and took', () => {
    const usage = {
      prompt_tokens: 50,
      completion_tokens: 5,
      cache_read_input_tokens: 9_000,
      cache_creation_input_tokens: 248,
    }
    expect(readUsage('openai-chat', usage)).toEqual({ input: 50, output: 5, cacheRead: 9_000, cacheWrite: 248 })
    expect(promptTokens(readUsage('openai-chat', usage))).toBe(9_298)
  })

  test('or the total needs both', () => {
    const usage = { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1_600, cache_read_input_tokens: 600 }
    expect(readUsage('openai-chat', usage)).toEqual({ input: 900, output: 100, cacheRead: 600 })
    expect(readUsage('openai-chat', { ...usage, total_tokens: 1_000 })).toMatchObject({ input: 300, cacheRead: 600 })
  })

  test('has the names of Anthropic throughout', () => {
    const usage = { input_tokens: 50, output_tokens: 5, cache_read_input_tokens: 90 }
    expect(readUsage('openai-chat', usage)).toEqual({ input: 50, output: 5, cacheRead: 90 })
  })
})

test('unknown stays apart from none', () => {
  const base = { prompt_tokens: 10, completion_tokens: 1 }
  expect(readUsage('openai-chat', { ...base, cache_read_input_tokens: 0 })).toEqual({
    input: 10,
    output: 1,
    cacheRead: 0,
  })
  expect(readUsage('openai-chat', { ...base, cache_read_input_tokens: null })).toEqual({ input: 10, output: 1 })
  expect(readUsage('openai-chat', { ...base, cache_creation: {} })).toEqual({ input: 10, output: 1 })
})

test('counts are never negative, and where the prompt is told they add up to it or to more', () => {
  const names = ['prompt_tokens', 'completion_tokens', 'total_tokens', 'cached_tokens', 'cache_read_input_tokens']
  const more = [
    'cache_creation_input_tokens',
    'cache_write_tokens',
    'prompt_cache_hit_tokens',
    'prompt_cache_miss_tokens',
  ]
  const counts = fc.dictionary(fc.constantFrom(...names, ...more), fc.integer({ min: -5, max: 100 }))
  fc.assert(
    fc.property(counts, counts, (raw, prompt_tokens_details) => {
      const usage = readChatUsage({ ...raw, prompt_tokens_details })
      for (const value of Object.values(usage)) expect(value).toBeGreaterThanOrEqual(0)
      if ((raw.prompt_tokens ?? -1) >= 0) expect(promptTokens(usage)).toBeGreaterThanOrEqual(raw.prompt_tokens ?? 0)
    }),
  )
})

test('what a stream tells of the cache at its beginning is not lost at its end', () => {
  const chunks: readonly JsonObject[] = [
    {
      choices: [{ index: 0, delta: { role: 'assistant', content: 'Hi' } }],
      usage: {
        prompt_tokens: 1_000,
        completion_tokens: 1,
        cache_read_input_tokens: 600,
        cache_creation_input_tokens: 100,
      },
    },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage: { prompt_tokens: 1_000, completion_tokens: 50, total_tokens: 1_050 } },
  ]
  const { body } = openaiChatStream.finish(chunks.reduce(openaiChatStream.step, openaiChatStream.start))
  expect(readUsage('openai-chat', body?.usage)).toEqual({ input: 300, output: 50, cacheRead: 600, cacheWrite: 100 })
})

test.each([
  ['xAI counts thinking beside the answer', { completion_tokens: 9, total_tokens: 135 }, 94, 103],
  ['a part that is more than the whole', { completion_tokens: 9 }, 94, 103],
  ['OpenAI counts thinking in', { completion_tokens: 100, total_tokens: 132 }, 94, 100],
  ['a total without thinking', { completion_tokens: 9, total_tokens: 41 }, 94, 9],
])('thinking is part of the output: %s', (_, counts, reasoning, output) => {
  const raw = { prompt_tokens: 32, ...counts, completion_tokens_details: { reasoning_tokens: reasoning } }
  expect(readChatUsage(raw)).toEqual({ input: 32, output, reasoning })
})

test('cached tokens are known by the name of Mistral', () => {
  const raw = { prompt_tokens: 16, completion_tokens: 34, num_cached_tokens: 8 }
  expect(readChatUsage(raw)).toEqual({ input: 8, cacheRead: 8, output: 34 })
})
