import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createConnection } from '../create-connection.ts'
import { createOpenAiChat } from './openai-chat.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0).toReversed()) await clean()
})

const never = new AbortController().signal

/** A server that answers some paths, and no others. */
async function serve(answers: Readonly<Record<string, unknown>>): Promise<string> {
  const server = createServer((request, response) => {
    const answer = answers[`${request.method} ${request.url}`]
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { error: { message: 'not found' } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUps.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

const list = (entry: object) => ({
  'GET /v1/models': { object: 'list', data: [{ id: 'other' }, { id: 'mine', ...entry }] },
})

test.each([
  ['OpenRouter', list({ context_length: 65_536, top_provider: { context_length: 32_768 } }), 32_768],
  ['vLLM', list({ max_model_len: 8_192 }), 8_192],
  ['llama.cpp', list({ meta: { n_ctx_train: 40_960 } }), 40_960],
  [
    'LM Studio',
    {
      ...list({}),
      'GET /api/v0/models': { data: [{ id: 'mine', max_context_length: 131_072, loaded_context_length: 4_096 }] },
    },
    4_096,
  ],
  [
    'Ollama, as its model file sets it',
    {
      ...list({}),
      'POST /api/show': { parameters: 'stop "x"\nnum_ctx 16384', model_info: { 'qwen3.context_length': 262_144 } },
    },
    16_384,
  ],
  [
    'Ollama, as it runs now',
    {
      'POST /api/show': { model_info: { 'qwen3.context_length': 262_144 } },
      'GET /api/ps': { models: [{ name: 'mine:latest', context_length: 32_768 }] },
    },
    32_768,
  ],
  ['a server that tells nothing', list({}), undefined],
])('the window is asked of %s', async (_, answers, expected) => {
  const baseUrl = await serve(answers)
  const provider = createOpenAiChat({ apiKey: 'x', baseUrl, name: 'custom' })
  expect(await provider.contextTokens?.('mine', never)).toBe(expected)
})

test('what the user says counts first, then the catalogue, then the server', async () => {
  const base_url = await serve(list({ max_model_len: 8_192 }))
  const setup = {
    caching: { strategy: 'anchored', cache_ttl: 'auto', keep_alive: false },
    env: {},
    channel: 'agent',
  } as const
  const windowOf = async (name: string, context_length: number | null = null) => {
    const created = await createConnection({ name, provider: 'custom', base_url, context_length }, setup, never)
    return created.kind === 'created' ? created.connection.model : undefined
  }
  expect(await windowOf('mine')).toMatchObject({ contextTokens: 8_192, maxTokens: 2_048 })
  expect(await windowOf('mine', 4_000)).toMatchObject({ contextTokens: 4_000, maxTokens: 1_000 })
  expect((await windowOf('gpt-4.1'))?.contextTokens).toBe(1_047_576)
  expect((await windowOf('nobody-knows-me'))?.contextTokens).toBe(128_000)
})

test('a server that is not there is not waited for', async () => {
  const baseUrl = await serve({})
  for (const clean of cleanUps.splice(0)) await clean()
  const started = Date.now()
  const provider = createOpenAiChat({ apiKey: 'x', baseUrl, name: 'custom' })
  expect(await provider.contextTokens?.('mine', never)).toBeUndefined()
  expect(Date.now() - started).toBeLessThan(8_000)
})
