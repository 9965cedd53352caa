import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from './create-simulator.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await createSimulator()
})
afterAll(() => simulator.close())

const headers = { 'x-api-key': 'k', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }
const claude = '{"model":"claude-sonnet-5","messages":[{"role":"user","content":"Hi."}]'
const paths: readonly [path: string, open: string, words: string][] = [
  ['/v1/messages', `${claude},"max_tokens":9`, 'The request body is not valid JSON'],
  ['/v1/messages/count_tokens', claude, 'The request body is not valid JSON'],
  [
    '/v1/chat/completions',
    '{"model":"gpt-4.1","messages":[{"role":"user","content":"Hi."}]',
    'We could not parse the JSON body of your request.',
  ],
  ['/v1/responses', '{"model":"gpt-5","input":"Hi."', 'We could not parse the JSON body of your request.'],
]

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

describe.each(paths)('%s', (path, open, words) => {
  const post = async (body: string | Uint8Array<ArrayBuffer>) => {
    const response = await fetch(simulator.url + path, { method: 'POST', headers, body })
    const { error } = (await response.json()) as {
      readonly error?: { readonly type: string; readonly message: string }
    }
    return { status: response.status, ...error }
  }
  const refused = { status: 400, type: 'invalid_request_error', message: expect.stringContaining(words) }

  test.each([
    ['nothing', ''],
    ['half of it', '{"model": "gp'],
    ['a mark of byte order', '\ufeff{}'],
    ['lists too deep', lists(20_000)],
    ['objects too deep', objects(20_000)],
    ['a field too deep', `${open},"metadata":${objects(2_000)}}`],
  ])('%s is no JSON', async (_, body) => {
    expect(await post(body)).toMatchObject(refused)
  })

  test('bytes that are no UTF-8 are no JSON', async () => {
    const bytes = new TextEncoder().encode(`${open},"user":"~"}`)
    bytes[bytes.indexOf('~'.charCodeAt(0))] = 0xff
    expect(await post(bytes)).toMatchObject(refused)
  })

  test.each([
    ['metadata', objects(1_000)],
    ['tools', `[${objects(1_000)}]`],
    ['system', lists(1_000)],
    ['input', `[{"role":"user","content":${lists(1_000)}}]`],
    ['messages', `[{"role":"user","content":${lists(1_000)}}]`],
  ])('what is nested deep, but can be read, is judged: %s', async (field, value) => {
    const { status, message } = await post(`${open},"${field}":${value}}`)
    expect(status).toBe(400)
    expect(message).not.toContain(words)
  })

  test('and is answered where anything may stand', async () => {
    const schema = `{"type":"object","properties":${objects(1_000)}}`
    const definition = {
      '/v1/chat/completions': `{"type":"function","function":{"name":"a","parameters":${schema}}}`,
      '/v1/responses': `{"type":"function","name":"a","parameters":${schema}}`,
    }[path]
    const tool = definition ?? `{"name":"a","input_schema":${schema}}`
    expect(await post(`${open},"tools":[${tool}]}`)).toEqual({ status: 200 })
  })
})
