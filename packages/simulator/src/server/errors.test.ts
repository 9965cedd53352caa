import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { scripted } from '../model/scripted.ts'
import type { SimulatorOptions } from './create-simulator.ts'
import { createSimulatorDesk, envelope, exactly, type SimulatorDesk, words } from './simulator-desk.arbitrary.ts'

const models = [
  { id: 'claude-sonnet-5', contextTokens: 2_000, maxOutputTokens: 500 },
  { id: 'gpt-4.1', contextTokens: 2_000, maxOutputTokens: 500 },
  { id: 'gpt-5', contextTokens: 2_000, maxOutputTokens: 500 },
]
const long = exactly('long', 2_001 - envelope)
const fitting = exactly('fitting', 1_600 - envelope)

async function failing(options: SimulatorOptions, ask: (desk: SimulatorDesk) => Promise<unknown>) {
  const desk = await createSimulatorDesk({ models, ...options })
  try {
    const error = await ask(desk).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    return { error, calls: desk.calls }
  } finally {
    await desk.close()
  }
}

const user = (content: string) => ({ role: 'user' as const, content })
const claude =
  (content: string, more: object = {}, key?: string) =>
  (desk: SimulatorDesk) =>
    desk.claude(key).messages.create({ model: 'claude-sonnet-5', max_tokens: 100, messages: [user(content)], ...more })
const chat =
  (content: string, more: object = {}, key?: string) =>
  (desk: SimulatorDesk) =>
    desk.openai(key).chat.completions.create({ model: 'gpt-4.1', messages: [user(content)], ...more })
const respond =
  (input: string, more: object = {}, key?: string) =>
  (desk: SimulatorDesk) =>
    desk.openai(key).responses.create({ model: 'gpt-5', input, ...more })

const a = Anthropic
const o = OpenAI
const asked = { name: 'look', input_schema: { type: 'object' } }

type Case = [
  title: string,
  ask: (desk: SimulatorDesk) => Promise<unknown>,
  type: new (...args: never[]) => Error,
  status: number,
  words: string,
  options?: SimulatorOptions,
]

const anthropicCases: readonly Case[] = [
  ['a prompt over the window', claude(long), a.BadRequestError, 400, 'prompt is too long: 2001 tokens > 2000 maximum'],
  [
    'a prompt that leaves no room for the reply',
    claude(fitting, { max_tokens: 401 }),
    a.BadRequestError,
    400,
    'input length and `max_tokens` exceed context limit: 1600 + 401 > 2000, decrease input length or `max_tokens` and try again',
  ],
  [
    'a limit above the model’s',
    claude('Hi.', { max_tokens: 501 }),
    a.BadRequestError,
    400,
    'max_tokens: 501 > 500, which is the maximum allowed number of output tokens for claude-sonnet-5',
  ],
  [
    'a thinking budget above the limit',
    claude('Hi.', { model: 'claude-opus-4-6', thinking: { type: 'enabled', budget_tokens: 1_024 } }),
    a.BadRequestError,
    400,
    '`max_tokens` must be greater than `thinking.budget_tokens`',
  ],
  ['an unknown field', claude('Hi.', { colour: 'red' }), a.BadRequestError, 400, 'colour: Extra inputs'],
  [
    'a call without its result',
    claude('', {
      tools: [asked],
      messages: [
        user('Hi.'),
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'look', input: {} }] },
        user('And?'),
      ],
    }),
    a.BadRequestError,
    400,
    'tool_use',
  ],
  ['an unknown model', claude('Hi.', { model: 'claude-9' }), a.NotFoundError, 404, 'model: claude-9'],
  ['another vendor’s model', claude('Hi.', { model: 'gpt-4.1' }), a.NotFoundError, 404, 'model: gpt-4.1'],
  [
    'a key that is not among those named',
    claude('Hi.'),
    a.AuthenticationError,
    401,
    'invalid x-api-key',
    { keys: ['other'] },
  ],
  ['a body that is too large', claude(long), a.APIError, 413, 'request_too_large', { maxBodyBytes: 1_000 }],
  ['a script that has ended', claude('Hi.'), a.UnprocessableEntityError, 422, 'no reply left', { model: scripted([]) }],
]

const openAiCases: readonly Case[] = [
  [
    'a prompt over the window',
    chat(long),
    o.BadRequestError,
    400,
    "This model's maximum context length is 2000 tokens. However, your messages resulted in 2001 tokens. Please reduce the length of the messages.",
  ],
  [
    'a prompt that leaves no room for the reply',
    chat(fitting, { max_tokens: 401 }),
    o.BadRequestError,
    400,
    "This model's maximum context length is 2000 tokens. However, you requested 2001 tokens (1600 in the messages, 401 in the completion). Please reduce the length of the messages or completion.",
  ],
  [
    'a limit above the model’s',
    chat('Hi.', { max_tokens: 501 }),
    o.BadRequestError,
    400,
    'max_tokens is too large: 501. This model supports at most 500 completion tokens, whereas you provided 501.',
  ],
  [
    'the old name of the limit',
    chat('Hi.', { model: 'gpt-5', max_tokens: 50 }),
    o.BadRequestError,
    400,
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  ],
  [
    'a result without its call',
    chat('', { messages: [{ role: 'tool', tool_call_id: 'c1', content: 'x' }] }),
    o.BadRequestError,
    400,
    'tool',
  ],
  [
    'a prompt over the window of Responses',
    respond(long),
    o.BadRequestError,
    400,
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
  ],
  [
    'a limit of Responses above the model’s',
    respond('Hi.', { max_output_tokens: 501 }),
    o.BadRequestError,
    400,
    "Invalid 'max_output_tokens': integer above maximum value. Expected a value <= 500, but got 501 instead.",
  ],
  [
    'an unknown response to go on from',
    respond('Hi.', { previous_response_id: 'resp_9' }),
    o.BadRequestError,
    400,
    "Previous response with id 'resp_9' not found.",
  ],
  ['an unknown model', chat('Hi.', { model: 'gpt-0' }), o.NotFoundError, 404, 'The model `gpt-0` does not exist'],
  ['Claude on Responses', respond('Hi.', { model: 'claude-opus-5' }), o.NotFoundError, 404, 'does not exist'],
  [
    'a key that is not among those named',
    chat('Hi.', {}, 'sk-wrong-key-123'),
    o.AuthenticationError,
    401,
    'Incorrect API key provided: sk-w********-123.',
    { keys: ['other'] },
  ],
  ['a body that is too large', chat(long), o.APIError, 413, 'too large', { maxBodyBytes: 1_000 }],
]

test.each<Case>([...anthropicCases, ...openAiCases])(
  'the official client throws its own error for %s',
  async (...[, ask, type, status, said, options = {}]: Case) => {
    const { error, calls } = await failing(options, ask)
    expect(error).toBeInstanceOf(type)
    expect(error).toMatchObject({ status })
    expect(String(error)).toContain(said)
    expect(calls.at(-1)).toMatchObject({ n: 1, status })
    expect(calls.at(-1)?.usage).toBeUndefined()
  },
)

test('a prompt that just fits is answered', async () => {
  const { error } = await failing({}, claude(fitting, { max_tokens: 400 }))
  expect(error).toBeUndefined()
  expect((await failing({}, chat(fitting, { max_tokens: 400 }))).error).toBeUndefined()
})

test('an error of OpenAI names its code and parameter', async () => {
  const { error } = await failing({}, chat(long))
  expect(error).toMatchObject({ code: 'context_length_exceeded', param: 'messages', type: 'invalid_request_error' })
  const { error: unknown } = await failing({}, respond('Hi.', { colour: 'red' }))
  expect(unknown).toMatchObject({ code: 'unknown_parameter', param: 'colour' })
})

test.each([
  { prompt: 1_600, left: 400 },
  { prompt: 2_000, left: 0 },
])('Responses lowers a limit that the window has no room for: $left tokens are left', async ({ prompt, left }) => {
  const desk = await createSimulatorDesk({ models, model: scripted([words('much', 1_000)]) })
  const input = exactly('fitting', prompt - envelope)
  const reply = await desk.openai().responses.create({ model: 'gpt-5', input, max_output_tokens: 500 })
  expect(reply).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })
  expect(reply.usage?.output_tokens).toBe(left)
  await desk.close()
})

test('what a scripted function throws is told, not hidden', async () => {
  const model = scripted([
    () => {
      throw new Error('out of ideas')
    },
  ])
  const { error } = await failing({ model }, claude('Hi.'))
  expect(error).toBeInstanceOf(a.InternalServerError)
  expect(String(error)).toContain('out of ideas')
})

test('a key, a version and a known path are demanded', async () => {
  const desk = await createSimulatorDesk()
  const post = async (path: string, headers: Record<string, string>, body = '{}') => {
    const response = await fetch(desk.url + path, { method: 'POST', headers, body })
    return [response.status, JSON.stringify(await response.json())]
  }
  const key = { 'x-api-key': 'k' }
  expect(await post('/v1/messages', {})).toEqual([401, expect.stringContaining('x-api-key header is required')])
  expect(await post('/v1/messages', key)).toEqual([
    400,
    expect.stringContaining('anthropic-version: header is required'),
  ])
  expect(await post('/v1/chat/completions', {})).toEqual([
    401,
    expect.stringContaining("You didn't provide an API key"),
  ])
  expect(await post('/v1/nowhere', key)).toEqual([404, expect.stringContaining('Invalid URL (POST /v1/nowhere)')])
  expect(await post('/v1/responses', key, '{"model": "gp')).toEqual([400, expect.stringContaining('not valid JSON')])
  expect(await post('/v1/responses', { ...key, 'x-simulate': 'gremlins' })).toEqual([
    400,
    expect.stringContaining('one of rate-limit'),
  ])
  await desk.close()
})

test.each(['//', '//v1', '/v1/models/%E0%A4%A'])('what is nowhere is not found: %s', async (path) => {
  const desk = await createSimulatorDesk()
  const response = await fetch(desk.url + path, { headers: { authorization: 'Bearer k' } })
  expect(response.status).toBe(404)
  await desk.close()
})

test('it listens on loopback only', async () => {
  const desk = await createSimulatorDesk()
  expect(new URL(desk.url).hostname).toBe('127.0.0.1')
  await expect(fetch(`http://[::1]:${desk.port}/v1/models`)).rejects.toThrow()
  await desk.close()
  await expect(fetch(`${desk.url}/v1/models`)).rejects.toThrow()
})
