import { describe, expect, test } from 'vitest'
import { addBilled, addUsage, promptTokens, readUsage, totalTokens } from './usage.ts'

describe('each API, as its documentation shows it', () => {
  test('Anthropic counts input apart from the cache already', () => {
    const raw = {
      input_tokens: 50,
      output_tokens: 503,
      cache_read_input_tokens: 100_000,
      cache_creation_input_tokens: 248,
    }
    const usage = readUsage('anthropic', raw)
    expect(usage).toEqual({ input: 50, output: 503, cacheRead: 100_000, cacheWrite: 248 })
    expect(promptTokens(usage)).toBe(100_298)
    expect(totalTokens(usage)).toBe(100_801)
  })

  test('Anthropic tells what was written for an hour apart, inside what was written', () => {
    const written = (ephemeral_1h_input_tokens: number) => ({
      input_tokens: 5,
      output_tokens: 1,
      cache_creation_input_tokens: 248,
      cache_creation: { ephemeral_5m_input_tokens: 248 - ephemeral_1h_input_tokens, ephemeral_1h_input_tokens },
    })
    const usage = readUsage('anthropic', written(100))
    expect(usage).toEqual({ input: 5, output: 1, cacheWrite: 248, cacheWrite1h: 100 })
    expect(promptTokens(usage)).toBe(253)
    expect(readUsage('anthropic', written(0))).toEqual({ input: 5, output: 1, cacheWrite: 248 })
  })

  test('OpenAI Responses counts the cache inside its input', () => {
    const raw = {
      input_tokens: 1_000,
      input_tokens_details: { cached_tokens: 600, cache_creation_tokens: 100 },
      output_tokens: 50,
      output_tokens_details: { reasoning_tokens: 20 },
    }
    const usage = readUsage('openai-responses', raw)
    expect(usage).toEqual({ input: 300, output: 50, cacheRead: 600, cacheWrite: 100, reasoning: 20 })
    expect(promptTokens(usage)).toBe(1_000)
  })

  test('OpenAI Chat likewise, under other names', () => {
    const raw = {
      prompt_tokens: 1_000,
      completion_tokens: 50,
      prompt_tokens_details: { cached_tokens: 600, cache_write_tokens: 100 },
      completion_tokens_details: { reasoning_tokens: 20 },
    }
    expect(readUsage('openai-chat', raw)).toEqual({
      input: 300,
      output: 50,
      cacheRead: 600,
      cacheWrite: 100,
      reasoning: 20,
    })
  })

  test('DeepSeek and Moonshot name cached tokens beside the prompt', () => {
    expect(readUsage('openai-chat', { prompt_tokens: 10, prompt_cache_hit_tokens: 8, completion_tokens: 1 })).toEqual({
      input: 2,
      output: 1,
      cacheRead: 8,
    })
    expect(readUsage('openai-chat', { prompt_tokens: 10, cached_tokens: 4, completion_tokens: 1 })).toEqual({
      input: 6,
      output: 1,
      cacheRead: 4,
    })
  })
})

test('what a provider did not say is absent, what it said was none is 0', () => {
  expect(readUsage('openai-chat', { prompt_tokens: 10, completion_tokens: 0 })).toEqual({ input: 10, output: 0 })
  expect(readUsage('openai-chat', { prompt_tokens: 10, prompt_tokens_details: { cached_tokens: 0 } })).toEqual({
    input: 10,
    cacheRead: 0,
  })
  expect(readUsage('anthropic', null)).toEqual({})
  expect(
    readUsage('anthropic', { input_tokens: 'many', output_tokens: -1, cache_read_input_tokens: Number.NaN }),
  ).toEqual({})
})

test('without its input a prompt is unknown, and so is the total', () => {
  expect(promptTokens({ cacheRead: 5 })).toBeUndefined()
  expect(totalTokens({ input: 5 })).toBeUndefined()
  expect(promptTokens({ input: 5 })).toBe(5)
})

test('a server that claims more cached tokens than it was sent does not break the sum', () => {
  const usage = readUsage('openai-chat', {
    prompt_tokens: 100,
    completion_tokens: 1,
    prompt_tokens_details: { cached_tokens: 150, cache_write_tokens: 20 },
  })
  expect(promptTokens(usage)).toBe(100)
  expect(usage).toEqual({ input: 0, output: 1, cacheRead: 100, cacheWrite: 0 })
})

test('usage adds up count by count, and stays unknown where nobody told', () => {
  expect(addUsage({ input: 1, output: 2 }, { input: 3, cacheRead: 4 })).toEqual({ input: 4, output: 2, cacheRead: 4 })
})

test('how long writes live is added up for those who price it, and not for those who count', () => {
  const usage = { input: 1, cacheWrite: 10, cacheWrite1h: 4 }
  expect(addBilled(usage, { ...usage, cacheWrite1h: 6 })).toEqual({ input: 2, cacheWrite: 20, cacheWrite1h: 10 })
  expect(addBilled({ input: 1 }, { input: 1 })).toEqual({ input: 2 })
  expect(addUsage(usage, usage)).toEqual({ input: 2, cacheWrite: 20 })
})

test('cache writes of Responses are read under either of their names', () => {
  const usage = (name: string) =>
    readUsage('openai-responses', { input_tokens: 900, output_tokens: 1, input_tokens_details: { [name]: 100 } })
  expect(usage('cache_write_tokens')).toEqual(usage('cache_creation_tokens'))
  expect(usage('cache_write_tokens').cacheWrite).toBe(100)
})

test('a prompt of no tokens was not counted, and stays unknown', () => {
  const none = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, prompt_tokens_details: { cached_tokens: 0 } }
  expect(readUsage('openai-chat', none)).toEqual({})
  expect(readUsage('openai-chat', { ...none, completion_tokens: 7 })).toEqual({ output: 7 })
  expect(readUsage('anthropic', { input_tokens: 0, output_tokens: 0 })).toEqual({})
  expect(readUsage('openai-responses', { input_tokens: 0, output_tokens: 3 })).toEqual({ output: 3 })
  const cached = { input_tokens: 0, output_tokens: 3, cache_read_input_tokens: 900 }
  expect(readUsage('anthropic', cached)).toEqual({ input: 0, output: 3, cacheRead: 900 })
})

test('cache writes that are told only by how long they live are counted', () => {
  const cache_creation = { ephemeral_5m_input_tokens: 40, ephemeral_1h_input_tokens: 60 }
  const usage = readUsage('anthropic', { input_tokens: 3, output_tokens: 5, cache_creation })
  expect(usage).toEqual({ input: 3, output: 5, cacheWrite: 100, cacheWrite1h: 60 })
})
