import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Failure, isFailure } from '@palimpsest/core/errors'
import { type RefusalFacts, readRefusal } from '@palimpsest/core/overflow'
import { user } from '@palimpsest/core/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { ways } from '../turn/agent-desk.arbitrary.ts'
import { createAnthropic } from './anthropic.ts'
import { providerRefused } from './provider-refused.ts'

const never = new AbortController().signal
const apiKey = 'palimpsest-test-key-4711'
const said = 'Context size has been exceeded.'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0)) await clean()
})

interface Answer {
  readonly status: number
  readonly body: string
  readonly type?: string
}

async function serve({ status, body, type = 'application/json' }: Answer): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status, { 'content-type': type }).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUps.push(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json = (value: unknown) => JSON.stringify(value)
const events = (...lines: readonly string[]) => lines.map((line) => `${line}\n\n`).join('')

const bodies: readonly (readonly [shape: string, body: string])[] = [
  ['OpenAI', json({ error: { message: said, type: 'invalid_request_error', param: null, code: null } })],
  ['Anthropic', json({ type: 'error', error: { type: 'invalid_request_error', message: said } })],
  ['vLLM, SGLang', json({ object: 'error', message: said, type: 'BadRequestError', param: null, code: 400 })],
  ['detail', json({ detail: said })],
  ['FastAPI', json({ detail: [{ loc: ['body', 'messages'], msg: said, type: 'value_error' }] })],
  ['detail that is an error', json({ detail: { error: { message: said } } })],
  ['errorMessage', json({ errorMessage: said, errorType: 'ValidationException' })],
  ['message', json({ message: said })],
  ['AWS', json({ __type: 'com.amazon.coral.validate#ValidationException', message: said })],
  ['Ollama', json({ error: said })],
  ['error that is JSON', json({ error: json({ message: said }) })],
  ['Google', json([{ error: { code: 400, message: said, status: 'INVALID_ARGUMENT' } }])],
  ['plain text', said],
  ['a JSON string', json(said)],
  ['JSON inside a JSON string', json(json({ error: { message: said } }))],
  ['a page', `<html><head><title>${said}</title></head><body><h1>${said}</h1><hr>nginx</body></html>`],
  [
    'OpenRouter',
    json({
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: { raw: json({ error: { message: said } }), provider_name: 'Somebody' },
      },
    }),
  ],
  [
    'OpenRouter with text',
    json({ error: { message: 'Provider returned error', code: 400, metadata: { raw: said, provider_name: 'X' } } }),
  ],
  ['upstream_error', json({ error: { message: 'Upstream failed', upstream_error: { error: { message: said } } } })],
  ['inner', json({ error: { message: 'Bad request', inner: { message: said } } })],
  ['innererror', json({ error: { code: 'BadRequest', message: 'Bad request', innererror: { message: said } } })],
  ['Baidu', json({ error_code: 336_103, error_msg: said })],
  ['MiniMax', json({ base_resp: { status_code: 1_039, status_msg: said } })],
  ['Apigee', json({ fault: { faultstring: said, detail: { errorcode: 'x' } } })],
  ['RFC 9457', json({ type: 'https://example.com/errors/1', title: 'Bad request', status: 400, detail: said })],
]

describe.each(ways)('over %s', (api, create, model, path) => {
  const ask = async (answer: Answer): Promise<RefusalFacts> => {
    const provider = create({ apiKey, baseUrl: `${await serve(answer)}${path}`, name: api })
    const asked = { model, messages: [user('Hi.')], tools: [], maxTokens: 500 }
    const error = await provider.ask(asked, () => {}, never).catch((thrown: unknown) => thrown)
    expect(isFailure(error, 'provider/refused')).toBe(true)
    return (error as Failure<'provider/refused'>).detail.facts
  }
  const isTooLong = (facts: RefusalFacts) => readRefusal(facts, { promptTokens: 1_000 }).kind === 'input-too-long'

  test.each(bodies)('the reason of a refusal is read in every shape: %s', async (_, body) => {
    const facts = await ask({ status: 400, body })
    expect(facts.message).toContain(said)
    expect(facts.status).toBe(400)
    expect(isTooLong(facts)).toBe(true)
  })

  test.each([422, 500, 503, 529])('with status %i as well', async (status) => {
    const facts = await ask({ status, body: json({ object: 'error', message: said }) })
    expect(facts.status).toBe(status)
    expect(isTooLong(facts)).toBe(true)
  })

  test.each(bodies)('also where the status is 200 and the body no stream: %s', async (_, body) => {
    const facts = await ask({ status: 200, body })
    expect(facts.message).toContain(said)
    expect(isTooLong(facts)).toBe(true)
  })

  test.each([
    ['an error event', `event: error\ndata: ${json({ type: 'error', error: { type: 'x_error', message: said } })}`],
    ['an error without envelope', `event: error\ndata: ${json({ message: said })}`],
    ['an error as text', `event: error\ndata: ${said}`],
    ['an error of FastAPI', `event: error\ndata: ${json({ detail: said })}`],
    ['an error of text in JSON', `event: error\ndata: ${json({ error: said })}`],
  ])('a stream tells why it ends: %s', async (_, event) => {
    const facts = await ask({ status: 200, body: events(event), type: 'text/event-stream' })
    expect(facts.message).toContain(said)
    expect(isTooLong(facts)).toBe(true)
  })

  test('an empty body leaves the status', async () => {
    const facts = await ask({ status: 503, body: '' })
    expect(readRefusal(facts, { promptTokens: 10 }).kind).toBe('overloaded')
  })

  test('neither the key nor another secret reaches the text', async () => {
    const other = `sk-ant-api03-${'aB3dE5fG7h'.repeat(9)}AA`
    for (const body of [json({ message: `bad key ${apiKey} or ${other}` }), `bad key ${apiKey} or ${other}`]) {
      const { message } = await ask({ status: 401, body })
      expect(message).toContain('bad key')
      expect(message).not.toContain(apiKey)
      expect(message).not.toContain(other)
    }
  })

  test('a body without end is not read to its end', async () => {
    const facts = await ask({ status: 400, body: `${said} ${'x'.repeat(5_000_000)}`, type: 'text/plain' })
    expect(facts.message.length).toBeLessThan(5_000)
    expect(facts.message).toContain(said)
  })
})

const [, chat, responses] = ways

describe('streams of OpenAI', () => {
  const ask = async ([api, create, model, path]: (typeof ways)[number], body: string): Promise<RefusalFacts> => {
    const baseUrl = `${await serve({ status: 200, body, type: 'text/event-stream' })}${path}`
    const asked = { model, messages: [user('Hi.')], tools: [], maxTokens: 500 }
    const error = await create({ apiKey, baseUrl, name: api })
      .ask(asked, () => {}, never)
      .catch((thrown: unknown) => thrown)
    return (error as Failure<'provider/refused'>).detail.facts
  }
  const chunk = (more: object) => `data: ${json({ id: 'c', object: 'chat.completion.chunk', ...more })}`
  const begun = chunk({ choices: [{ index: 0, delta: { role: 'assistant', content: 'Hel' } }] })

  test.each([
    ['a chunk', `data: ${json({ error: { message: said, code: 400 } })}`],
    ['a chunk with choices', chunk({ error: { message: said, code: 502 }, choices: [{ finish_reason: 'error' }] })],
    ['text', `data: ${json({ error: said })}`],
    ['a list', `data: ${json([{ error: { code: 400, message: said, status: 'INVALID_ARGUMENT' } }])}`],
    ['no envelope', `data: ${json({ object: 'error', message: said })}`],
    ['a choice', chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'error', error: { message: said } }] })],
    ['a wrapped one', `data: ${json({ error: { message: 'Provider returned error', metadata: { raw: said } } })}`],
  ])('an error in the midst of an answer is told: %s', async (_, line) => {
    const facts = await ask(chat, events(begun, line, 'data: [DONE]'))
    expect(facts.message).toContain(said)
    expect(readRefusal(facts, { promptTokens: 1_000 }).kind).toBe('input-too-long')
  })

  test.each([
    ['response.failed', { type: 'response.failed', response: { id: 'r', error: { code: 'x', message: said } } }],
    ['error', { type: 'error', code: 'context_length_exceeded', message: said, param: null }],
    ['error with an envelope', { type: 'error', error: { code: 'x', message: said } }],
  ])('Responses reports it as %s', async (_, event) => {
    const facts = await ask(responses, events(`event: ${event.type}\ndata: ${json(event)}`))
    expect(facts.message).toContain(said)
    expect(readRefusal(facts, { promptTokens: 1_000 }).kind).toBe('input-too-long')
  })

  test('a line that was cut in two says nothing', async () => {
    const facts = await ask(chat, `${events(begun)}data: {"id":"c","choi`)
    expect(readRefusal(facts, { promptTokens: 1_000 }).kind).toBe('network')
  })

  test('a status inside of the body counts where there is none outside', async () => {
    const facts = await ask(chat, events(begun, `data: ${json({ error: { message: 'Nope', code: 429 } })}`))
    expect(readRefusal(facts, { promptTokens: 1_000 })).toEqual({ kind: 'rate-limited' })
  })
})

test('the key does not reach the code and the type either', () => {
  const body = json({ error: { message: 'Bad key', code: apiKey, type: `key ${apiKey}` } })
  const { facts } = providerRefused(new Error('x'), { api: 'anthropic', body, secret: apiKey }).detail
  expect(json(facts)).not.toContain(apiKey)
})

test.each([
  ['Wed, 21 Oct 2026 07:28:20 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT', 20_000],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:28:20 GMT', 0],
  ['soon', 'Wed, 21 Oct 2026 07:28:20 GMT', undefined],
])('a date to wait for goes by the clock of the server: %s at %s', (date, now, retryAfterMs) => {
  const headers = new Headers({ 'retry-after': date, date: now })
  const { facts } = providerRefused({ status: 429, headers, message: '' }, { api: 'anthropic' }).detail
  const { retryAfterMs: waited } = readRefusal(facts, { promptTokens: 10 }) as { readonly retryAfterMs?: number }
  expect(waited).toBe(retryAfterMs)
})

test('how long to wait is read from the details of Google', async () => {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s' }]
  const body = json({ error: { code: 429, message: 'Quota exceeded.', status: 'RESOURCE_EXHAUSTED', details } })
  const provider = createAnthropic({ apiKey, baseUrl: await serve({ status: 429, body }), name: 'x' })
  const asked = { model: 'claude-sonnet-5', messages: [user('Hi.')], tools: [], maxTokens: 500 }
  const error = await provider.warm?.(asked, never).catch((thrown: unknown) => thrown)
  const { facts } = (error as Failure<'provider/refused'>).detail
  expect(readRefusal(facts, { promptTokens: 10 })).toEqual({ kind: 'rate-limited', retryAfterMs: 34_000 })
})

test('a certificate that is not trusted is known by the code of the socket', () => {
  const cause = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  const error = new Error('Connection error.', { cause: new TypeError('fetch failed', { cause }) })
  const { facts } = providerRefused(error, { api: 'anthropic' }).detail
  expect(readRefusal(facts, { promptTokens: 10 })).toEqual({ kind: 'certificate' })
})
