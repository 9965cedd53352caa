import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterEach, describe, expect, test } from 'vitest'
import { type Fault, readInjections } from './fault.ts'
import { createSimulatorDesk, type SimulatorDesk, words } from './simulator-desk.arbitrary.ts'

let desk: SimulatorDesk
afterEach(() => desk.close())

const messages = [{ role: 'user' as const, content: words('say', 60) }]
const claude = { model: 'claude-sonnet-5', max_tokens: 200, messages }
const gpt = { model: 'gpt-4.1', messages }

async function thrown(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  )
}

const refusing: readonly [Fault['kind'], [unknown, number, string], [unknown, number, string]][] = [
  [
    'rate-limit',
    [Anthropic.RateLimitError, 429, 'rate_limit_error'],
    [OpenAI.RateLimitError, 429, 'Rate limit reached'],
  ],
  ['overloaded', [Anthropic.InternalServerError, 529, 'Overloaded'], [OpenAI.InternalServerError, 503, 'overloaded']],
  [
    'server-error',
    [Anthropic.InternalServerError, 500, 'api_error'],
    [OpenAI.InternalServerError, 500, 'had an error'],
  ],
  ['out-of-credit', [Anthropic.BadRequestError, 400, 'credit balance'], [OpenAI.RateLimitError, 429, 'current quota']],
  ['bad-key', [Anthropic.AuthenticationError, 401, 'x-api-key'], [OpenAI.AuthenticationError, 401, 'Incorrect API']],
  ['too-large', [Anthropic.APIError, 413, 'request_too_large'], [OpenAI.APIError, 413, 'at most 33554432 bytes']],
  [
    'context-overflow',
    [Anthropic.BadRequestError, 400, 'prompt is too'],
    [OpenAI.BadRequestError, 400, 'maximum context'],
  ],
]

test.each(refusing)('%s is injected by script and by header, for every API', async (kind, anthropic, openai) => {
  desk = await createSimulatorDesk({ inject: [{ onCall: 1, kind }] })
  const headers = { 'x-simulate': kind }
  const errors = [
    [await thrown(desk.claude().messages.create(claude)), anthropic],
    [await thrown(desk.claude().messages.stream(claude, { headers }).finalMessage()), anthropic],
    [await thrown(desk.openai().chat.completions.create(gpt, { headers })), openai],
    [await thrown(desk.openai().chat.completions.create({ ...gpt, stream: true }, { headers })), openai],
  ] as const
  for (const [error, [type, status, said]] of errors) {
    expect(error).toBeInstanceOf(type)
    expect(error).toMatchObject({ status })
    expect(String(error)).toContain(said)
  }
  expect(await thrown(desk.openai().responses.create({ model: 'gpt-5', input: 'Hi.' }, { headers }))).toMatchObject({
    status: openai[1],
  })
  expect(desk.calls.map(({ fault }) => fault)).toEqual(Array(5).fill(kind))
  expect(await thrown(desk.claude().messages.create(claude))).toBeUndefined()
})

test('a rate limit says when to come back, and the client that waits gets its reply', async () => {
  desk = await createSimulatorDesk({ inject: [{ onCall: 1, kind: 'rate-limit', retryAfterMs: 1 }] })
  const client = new OpenAI({ baseURL: `${desk.url}/v1`, apiKey: 'k', maxRetries: 1 })
  await client.chat.completions.create(gpt)
  expect(desk.calls.map(({ status }) => status)).toEqual([429, 200])
  const headers = { 'x-simulate': 'rate-limit; retryAfterMs=2500' }
  const error = await thrown(desk.claude().messages.create(claude, { headers }))
  expect(error instanceof Anthropic.APIError && error.headers?.get('retry-after')).toBe('3')
})

test('a call that is never answered ends at the client’s own patience', async () => {
  desk = await createSimulatorDesk({ inject: [{ kind: 'timeout' }] })
  const brief = { timeout: 100 }
  expect(await thrown(desk.claude().messages.create(claude, brief))).toBeInstanceOf(Anthropic.APIConnectionTimeoutError)
  expect(await thrown(desk.openai().chat.completions.create(gpt, brief))).toBeInstanceOf(
    OpenAI.APIConnectionTimeoutError,
  )
  expect(desk.calls[0]).toMatchObject({ fault: 'timeout', status: 0 })
})

test('a connection that breaks before the reply is a connection error', async () => {
  desk = await createSimulatorDesk({ inject: [{ kind: 'disconnect' }] })
  expect(await thrown(desk.claude().messages.create(claude))).toBeInstanceOf(Anthropic.APIConnectionError)
  expect(await thrown(desk.openai().responses.create({ model: 'gpt-5', input: 'Hi.' }))).toBeInstanceOf(
    OpenAI.APIConnectionError,
  )
})

const streams: readonly [string, () => Promise<AsyncIterable<unknown>>][] = [
  ['Messages', () => desk.claude().messages.create({ ...claude, stream: true })],
  ['Chat', () => desk.openai().chat.completions.create({ ...gpt, stream: true })],
  ['Responses', () => desk.openai().responses.create({ model: 'gpt-5', input: messages, stream: true })],
]

/** What a stream gave before it failed, and how it failed. */
async function drain(open: () => Promise<AsyncIterable<unknown>>) {
  const events: unknown[] = []
  const error = await thrown(
    (async () => {
      for await (const event of await open()) events.push(event)
    })(),
  )
  return { events, error }
}

describe.each(streams)('a stream of %s', (_, open) => {
  test('that is whole fails nowhere', async () => {
    desk = await createSimulatorDesk()
    const { events, error } = await drain(open)
    expect(error).toBeUndefined()
    expect(events.length).toBeGreaterThan(8)
  })

  test('can be cut in the middle of an event; what came is billed', async () => {
    desk = await createSimulatorDesk({ inject: [{ kind: 'cut-stream', afterEvents: 4 }] })
    const { events, error } = await drain(open)
    expect(error).toBeInstanceOf(Error)
    expect(events.length).toBeGreaterThan(1)
    expect(events.length).toBeLessThanOrEqual(4)
    expect(desk.calls[0]).toMatchObject({ fault: 'cut-stream', status: 200, usage: { output: expect.any(Number) } })
  })

  test('can carry what is no JSON', async () => {
    desk = await createSimulatorDesk({ inject: [{ kind: 'malformed-stream', afterEvents: 5 }] })
    expect((await drain(open)).error).toBeInstanceOf(Error)
  })

  test('can end in an error of the provider', async () => {
    desk = await createSimulatorDesk({ inject: [{ kind: 'error-event' }] })
    const { error, events } = await drain(open)
    expect(String(error instanceof Error ? error : JSON.stringify(events.at(-1)))).toMatch(/overloaded/i)
  })

  test('can fall silent until the client gives up', async () => {
    desk = await createSimulatorDesk({ inject: [{ kind: 'stall-stream', afterEvents: 3 }] })
    const stream = await open()
    const iterator = stream[Symbol.asyncIterator]()
    await iterator.next()
    const late = iterator
      .next()
      .then(() => iterator.next())
      .then(() => iterator.next())
    const first = await Promise.race([late.then(() => 'spoke'), new Promise((done) => setTimeout(done, 50, 'silent'))])
    expect(first).toBe('silent')
    late.catch(() => undefined)
  })
})

test('a script of faults is refused with the place that is wrong', () => {
  expect(() => readInjections({})).toThrow('inject: expected a list')
  expect(() => readInjections([{ kind: 'rain' }])).toThrow('inject[0].kind: expected one of rate-limit')
  expect(() => readInjections([{ kind: 'timeout', onCall: 0 }])).toThrow(
    'inject[0].onCall: expected a whole number from 1',
  )
  expect(() => readInjections([{ kind: 'timeout', when: 1 }])).toThrow('inject[0].when: expected no such field')
})
