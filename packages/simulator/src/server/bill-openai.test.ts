import type OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  around,
  createSimulatorDesk,
  envelope,
  exactly,
  type SimulatorDesk,
  T,
  type Way,
  ways,
  words,
} from './simulator-desk.arbitrary.ts'

let desk: SimulatorDesk
beforeEach(async () => {
  desk = await createSimulatorDesk()
})
afterEach(() => desk.close())

type ChatMessage = OpenAI.ChatCompletionMessageParam
type Usage = OpenAI.CompletionUsage | undefined

async function chat(way: Way, model: string, messages: ChatMessage[], key?: string): Promise<Usage> {
  const { completions } = desk.openai(key).chat
  if (way === 'whole') return (await completions.create({ model, messages })).usage
  const stream = completions.stream({ model, messages, stream_options: { include_usage: true } })
  return (await stream.finalChatCompletion()).usage
}

const rules = exactly('rules', 1_300 - envelope)
const system = (content: string) => ({ role: 'system' as const, content })
const user = (content: string) => ({ role: 'user' as const, content })
const assistant = (content: string) => ({ role: 'assistant' as const, content })
const sizeOf = (said: string) => envelope + T(said)

describe.each(ways)('OpenAI Chat bills, %s', (way) => {
  const cached = async (model: string, messages: ChatMessage[], key?: string) =>
    (await chat(way, model, messages, key))?.prompt_tokens_details?.cached_tokens

  test('usage counts the cached tokens into the prompt, and the echo as output', async () => {
    const usage = await chat(way, 'gpt-4.1', [system(rules), user('Hello.')])
    const prompt = 1_300 + sizeOf('Hello.')
    expect(usage).toMatchObject({
      prompt_tokens: prompt,
      completion_tokens: T('Hello.'),
      total_tokens: prompt + T('Hello.'),
      prompt_tokens_details: { cached_tokens: 0 },
    })
  })

  test('up to GPT-5.5 a common beginning is read in steps of 128 tokens', async () => {
    await chat(way, 'gpt-4.1', [system(rules), user('Hello.')])
    expect(10 * 128).toBeLessThan(1_300)
    expect(11 * 128).toBeGreaterThan(1_300)
    expect(await cached('gpt-4.1', [system(rules), user('Good day.')])).toBe(10 * 128)
  })

  test.each([
    [1_023, 0],
    [1_024, 1_024],
  ])('a common beginning of %i tokens is read from 1,024 on', async (tokens, read) => {
    const brief = exactly('brief', tokens - envelope)
    await chat(way, 'gpt-4.1', [system(brief), user('Hello.')])
    expect(await cached('gpt-4.1', [system(brief), user('Good day.')])).toBe(read)
  })

  test('a change in the middle of a message leaves what stands before it, in the same steps', async () => {
    const before = exactly('kept', 1_200 - envelope)
    await chat(way, 'gpt-5.5', [user(`${before} Hello. ${rules}`)])
    expect(await cached('gpt-5.5', [user(`${before} Good day. ${rules}`)])).toBe(9 * 128)
  })

  test('a change at the front leaves nothing to read', async () => {
    await chat(way, 'gpt-4.1', [system(rules), user('Hello.')])
    expect(await cached('gpt-4.1', [system(`Now: ${rules}`), user('Hello.')])).toBe(0)
  })

  test.each([
    ['gpt-4.1', 299, 1_280],
    ['gpt-4.1', 300, 0],
    ['gpt-6-sol', 1_799, 1_300 + sizeOf('Hello.')],
    ['gpt-6-sol', 1_800, 0],
  ])('%s remembers for its own time: after %i s', async (model, second, read) => {
    const messages = [system(rules), user('Hello.')]
    await chat(way, model, messages)
    desk.at(second)
    expect(await cached(model, [...messages, assistant('Hi.'), user('Go on.')])).toBe(read)
  })

  test('another key has another cache', async () => {
    const messages = [system(rules), user('Hello.')]
    await chat(way, 'gpt-4.1', messages, 'key-one')
    expect(await cached('gpt-4.1', messages, 'key-two')).toBe(0)
  })

  test('since GPT-5.6 growth is written, and read again where the prompt ended', async () => {
    const messages = [system(rules), user('Hello.')]
    const first = await chat(way, 'gpt-6-sol', messages)
    const prompt = 1_300 + sizeOf('Hello.')
    expect(first?.prompt_tokens_details).toMatchObject({ cached_tokens: 0, cache_write_tokens: prompt })
    const grown = [...messages, assistant('Hi.'), user('Go on.')]
    const second = await chat(way, 'gpt-6-sol', grown)
    expect(second?.prompt_tokens_details).toMatchObject({
      cached_tokens: prompt,
      cache_write_tokens: sizeOf('Hi.') + sizeOf('Go on.'),
    })
  })

  test('since GPT-5.6 a common beginning is read only if a breakpoint ended it', async () => {
    const marked = { type: 'text' as const, text: rules, prompt_cache_breakpoint: { mode: 'explicit' as const } }
    await chat(way, 'gpt-6-sol', [system(rules), user('Hello.')])
    expect(await cached('gpt-6-sol', [system(rules), user('Good day.')])).toBe(0)
    await chat(way, 'gpt-6-sol', [{ role: 'system', content: [marked] }, user('Hello.')])
    expect(await cached('gpt-6-sol', [system(rules), user('Good evening.')])).toBe(1_300)
  })
})

test('a prompt is kept for a day where the request says so', async () => {
  const ask = async (second: number) => {
    desk.at(second)
    const { usage } = await desk
      .openai()
      .responses.create({ model: 'gpt-5', instructions: rules, input: 'Hello.', prompt_cache_retention: '24h' })
    return usage?.input_tokens_details.cached_tokens
  }
  expect([await ask(0), await ask(86_399), await ask(172_799)]).toEqual([0, 1_280, 0])
})

describe('how long a prompt is kept since GPT-5.6', () => {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${desk.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer k', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return {
      status: response.status,
      ...((await response.json()) as { usage?: OpenAI.Responses.ResponseUsage; error?: object }),
    }
  }
  const respond = (ttl: unknown, model = 'gpt-6.1-sol') =>
    post('responses', { model, input: rules, prompt_cache_options: { ttl } })

  test.each([
    ['30m', 1_799, 1_800, 2.5],
    ['12h', 43_199, 43_200, 5],
  ])('%s live that long, and are written at their own price', async (ttl, within, after, price) => {
    const read = async (second: number) => {
      desk.at(second)
      return (await respond(ttl)).usage?.input_tokens_details.cached_tokens
    }
    expect(await read(0)).toBe(0)
    const { usage, cost } = desk.calls.at(-1) ?? expect.unreachable()
    const written = (usage?.cacheWrite ?? 0) * price + (usage?.input ?? 0) * 2 + (usage?.output ?? 0) * 10
    expect(usage?.cacheWrite).toBeGreaterThan(1_000)
    expect(cost).toEqual({ kind: 'known', usd: expect.closeTo(written / 1e6, 9) })
    expect(await read(within)).toBeGreaterThan(1_000)
    expect(await read(within + after)).toBe(0)
  })

  test('only what is marked is kept where the request says so, and nothing where nothing is', async () => {
    const mode = { prompt_cache_options: { mode: 'explicit' } }
    const part = (said: string, marked: object = {}) => ({ type: 'input_text', text: said, ...marked })
    const asked = async (content: object[], more: object = mode) => {
      const input = [{ role: 'user', content }]
      return (await post('responses', { model: 'gpt-6-sol', input, ...more })).usage?.input_tokens_details
    }
    const breakpoint = { prompt_cache_breakpoint: { mode: 'explicit' } }
    expect(await asked([part(rules)])).toMatchObject({ cached_tokens: 0, cache_write_tokens: 0 })
    expect(await asked([part(rules), part('Go.')])).toMatchObject({ cached_tokens: 0, cache_write_tokens: 0 })
    const marked = [part(rules, breakpoint), part('Go on.')]
    expect(await asked(marked)).toMatchObject({ cached_tokens: 0, cache_write_tokens: 1_300 })
    expect(await asked(marked)).toMatchObject({ cached_tokens: 1_300, cache_write_tokens: 0 })
    expect(await asked(marked, {})).toMatchObject({ cached_tokens: 1_300, cache_write_tokens: T('Go on.') })
  })

  test('a request that only prepares the cache writes it, and has no reply', async () => {
    const body = { model: 'gpt-6-sol', input: rules }
    const warm = await post('responses', { ...body, prompt_cache_options: { prewarm: true } })
    expect(warm).toMatchObject({ status: 'completed', output: [], usage: { output_tokens: 0 } })
    expect(warm.usage?.input_tokens_details).toMatchObject({ cached_tokens: 0, cache_write_tokens: 1_300 })
    expect((await post('responses', body)).usage?.input_tokens_details.cached_tokens).toBe(1_300)
  })

  test.each([
    [{ prompt_cache_options: { mode: 'never' } }, 'prompt_cache_options.mode'],
    [{ prompt_cache_options: { size: 3 } }, 'prompt_cache_options.size'],
    [{ prompt_cache_retention: '1h' }, 'prompt_cache_retention'],
    [{ prompt_cache_retention: '24h', prompt_cache_options: { ttl: '30m' } }, 'prompt_cache_retention'],
  ])('%j is refused by name', async (options, param) => {
    const answer = await post('responses', { model: 'gpt-6-sol', input: 'Hi.', ...options })
    expect(answer).toMatchObject({ status: 400, error: { type: 'invalid_request_error', param } })
  })

  test.each([
    ['a lifetime that nobody sells', () => respond('banana')],
    ['one that is no text', () => respond(30)],
    ['twelve hours of an earlier model', () => respond('12h', 'gpt-6-sol')],
    [
      'twelve hours over Chat',
      () =>
        post('chat/completions', {
          model: 'gpt-6.1-sol',
          messages: [user(rules)],
          prompt_cache_options: { ttl: '12h' },
        }),
    ],
  ])('%s is refused by name', async (_, ask) => {
    expect(await ask()).toMatchObject({
      status: 400,
      error: { type: 'invalid_request_error', param: 'prompt_cache_options.ttl', code: 'invalid_value' },
    })
  })
})

const calls = Array.from({ length: 15 }, (_, i) => `call_${i}`)
const toolTurn: ChatMessage[] = [
  {
    role: 'assistant',
    tool_calls: calls.map((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
  },
  ...calls.map((id) => ({ role: 'tool' as const, tool_call_id: id, content: 'Seen.' })),
]
const turnSize =
  envelope +
  calls.reduce((total, id) => total + around + T(id) + T('look') + T('{}'), 0) +
  calls.reduce((total, id) => total + envelope + around + T(id) + T('Seen.'), 0)

test('Claude through a gateway caches at markers, and counts every block of a look-back (A4)', async () => {
  const marked = (said: string) => [{ type: 'text', text: said, cache_control: { type: 'ephemeral' } }] as never
  const ask = (messages: ChatMessage[]) => chat('whole', 'anthropic/claude-sonnet-5', messages)
  const opening: ChatMessage[] = [system(rules), { role: 'user', content: marked('Hello.') }]
  const prompt = 1_300 + sizeOf('Hello.')
  expect((await ask(opening))?.prompt_tokens_details).toMatchObject({ cached_tokens: 0, cache_write_tokens: prompt })
  const far: ChatMessage[] = [system(rules), user('Hello.'), ...toolTurn, { role: 'user', content: marked('Go on.') }]
  expect((await ask(far))?.prompt_tokens_details).toMatchObject({
    cached_tokens: 0,
    cache_write_tokens: prompt + turnSize + sizeOf('Go on.'),
  })
})

test('a marker beside the messages reaches Claude through a gateway, too', async () => {
  const automatic = { cache_control: { type: 'ephemeral' } } as object
  const model = 'anthropic/claude-sonnet-5'
  const messages = [system(rules), user('Hello.')]
  const ask = async (said: ChatMessage[]) =>
    (await desk.openai().chat.completions.create({ model, messages: said, ...automatic })).usage?.prompt_tokens_details
  const prompt = 1_300 + sizeOf('Hello.')
  expect(await ask(messages)).toMatchObject({ cached_tokens: 0, cache_write_tokens: prompt })
  expect(await ask([...messages, assistant('Hi.'), user('Go on.')])).toMatchObject({ cached_tokens: prompt })
})

test('a marker on a message, where no gateway reads it, is refused', async () => {
  const marked = { ...user('Hello.'), cache_control: { type: 'ephemeral' } }
  const asked = desk.openai().chat.completions.create({ model: 'anthropic/claude-sonnet-5', messages: [marked] })
  await expect(asked).rejects.toThrow('put it on a content part')
})

describe.each(ways)('OpenAI Responses bills, %s', (way) => {
  const ask = async (input: OpenAI.Responses.ResponseInput, model = 'gpt-6-sol') => {
    const { responses } = desk.openai()
    const body = { model, instructions: rules, input }
    const reply = way === 'whole' ? await responses.create(body) : await responses.stream(body).finalResponse()
    return reply.usage
  }

  test('usage in the shape of its own: cached and written tokens are inside the input', async () => {
    const prompt = 1_300 + sizeOf('Hello.')
    expect(await ask([user('Hello.')])).toEqual({
      input_tokens: prompt,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: prompt, cache_creation_tokens: prompt },
      output_tokens: T('Hello.'),
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: prompt + T('Hello.'),
    })
    const growth = sizeOf('Hi.') + sizeOf('Go on.')
    expect(await ask([user('Hello.'), assistant('Hi.'), user('Go on.')])).toMatchObject({
      input_tokens: prompt + growth,
      input_tokens_details: { cached_tokens: prompt, cache_write_tokens: growth },
    })
  })

  test('an older model tells no writes, for they are free', async () => {
    await ask([user('Hello.')], 'gpt-5')
    expect((await ask([user(words('more', 20))], 'gpt-5'))?.input_tokens_details).toEqual({ cached_tokens: 1_280 })
  })
})
