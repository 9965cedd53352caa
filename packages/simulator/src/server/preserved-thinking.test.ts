import type { JsonObject } from '@palimpsest/core/json'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { scripted } from '../model/scripted.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from './create-simulator.ts'

const model = 'claude-opus-5-5'
const beta = { 'anthropic-beta': 'thinking-binding-controls-2026-08-01' }
const dropping = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } }
const tools = [{ name: 'ls', description: 'Lists.', input_schema: { type: 'object' } }]
const thinker = () =>
  scripted(
    Array.from({ length: 9 }, (_, n) => ({
      thinking: `Thought ${n}.`,
      ...(n < 6 ? { calls: [{ name: 'ls', id: `toolu_${n}` }] } : { text: 'Done.' }),
    })),
  )

let simulator: Simulator
const start = async (options: SimulatorOptions = {}) => {
  simulator = await createSimulator({ model: thinker(), ...options })
}
beforeEach(() => start())
afterEach(() => simulator.close())

interface Answer extends JsonObject {
  readonly content: readonly JsonObject[]
}

async function post(body: JsonObject, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${simulator.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01', ...headers },
    body: JSON.stringify({ model, max_tokens: 500, system: 'Be kind.', tools, ...body }),
  })
  return { status: response.status, body: (await response.json()) as Answer & { readonly error?: JsonObject } }
}

/** So many rounds of a tool loop, as they were said. */
async function talk(rounds: number): Promise<readonly JsonObject[]> {
  const messages: JsonObject[] = [{ role: 'user', content: 'Look around.' }]
  for (let n = 0; n < rounds; n++) {
    const { body } = await post({ messages })
    messages.push({ role: 'assistant', content: body.content })
    const { id } = body.content.find(({ type }) => type === 'tool_use') ?? {}
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: `files ${n}` }] })
  }
  return messages
}

const spoken = (message: JsonObject | undefined): JsonObject => ({
  ...message,
  content: ((message?.content ?? []) as readonly JsonObject[]).filter(({ type }) => type !== 'thinking'),
})
const bound = {
  status: 400,
  body: {
    error: {
      type: 'invalid_request_error',
      message: expect.stringMatching(
        /^messages\.\d+\.content\.0: Invalid `signature`.*bound to a different conversation/,
      ),
    },
  },
}

test('a conversation that only grows is taken, whatever cache markers and deferred tools come and go', async () => {
  const messages = await talk(3)
  const later = { name: 'later', input_schema: { type: 'object' }, defer_loading: true }
  const marked = { type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }
  expect(await post({ messages, system: [marked], tools: [...tools, later] })).toMatchObject({ status: 200 })
})

test('thinking may be left out from the start, not from the middle', async () => {
  const messages = await talk(3)
  const without = (...at: number[]) => messages.map((message, i) => (at.includes(i) ? spoken(message) : message))
  expect(await post({ messages: without(3) })).toMatchObject(bound)
  expect((await post({ messages: without(1, 3) })).status).toBe(200)
})

describe('thinking is refused once', () => {
  test.each<[string, (messages: readonly JsonObject[]) => JsonObject]>([
    ['the system prompt changes', (messages) => ({ messages, system: 'Be rude.' })],
    [
      'a tool is added',
      (messages) => ({ messages, tools: [...tools, { name: 'rm', input_schema: { type: 'object' } }] }),
    ],
    ['an earlier word changes', ([, ...rest]) => ({ messages: [{ role: 'user', content: 'Look.' }, ...rest] })],
    [
      'older turns become a summary',
      (messages) => ({ messages: [{ role: 'user', content: 'A summary.' }, ...messages.slice(3)] }),
    ],
  ])('%s', async (_, change) => {
    const messages = await talk(2)
    expect(await post(change(messages))).toMatchObject(bound)
    const { messages: seen, ...rest } = change(messages)
    const words = (seen as readonly JsonObject[]).map((each) => (each.role === 'assistant' ? spoken(each) : each))
    expect((await post({ ...rest, messages: words })).status).toBe(200)
  })
})

test('where it is asked for, what fails is dropped, told, and no part of the prompt', async () => {
  const messages = await talk(2)
  const changed = { messages, system: 'Be rude.', thinking: dropping }
  const { status, body } = await post(changed, beta)
  expect(status).toBe(200)
  const dropped = (path: string) => ({ type: 'thinking_dropped', path, reason: 'prefix_binding_mismatch' })
  expect(body.input_transformations).toEqual([dropped('messages.1.content.0'), dropped('messages.3.content.0')])
  const words = messages.map((each) => (each.role === 'assistant' ? spoken(each) : each))
  const bare = await post({ ...changed, messages: words }, beta)
  expect(bare.body.usage).toMatchObject({ input_tokens: (body.usage as JsonObject).input_tokens })
})

test('that setting takes its beta header', async () => {
  const messages = await talk(1)
  expect(await post({ messages, thinking: dropping })).toMatchObject({
    status: 400,
    body: { error: { message: 'thinking.adaptive.block_binding: Extra inputs are not permitted' } },
  })
})

test('models that do not bind, and accounts that are not checked, take all of it', async () => {
  const messages = await talk(2)
  expect((await post({ messages, system: 'Be rude.', model: 'claude-opus-5' })).status).toBe(200)
  await simulator.close()
  await start({ checksPrefixes: false })
  expect((await post({ messages, system: 'Be rude.' })).status).toBe(200)
})

test('a stream seals what it says as a whole reply does', async () => {
  const messages = [{ role: 'user', content: 'Look around.' }]
  const response = await fetch(`${simulator.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model, max_tokens: 500, system: 'Be kind.', tools, messages, stream: true }),
  })
  const [, signature] = /"signature_delta","signature":"([^"]+)"/.exec(await response.text()) ?? []
  await simulator.close()
  await start()
  const { body } = await post({ messages })
  expect(body.content[0]).toMatchObject({ type: 'thinking', signature })
})

test('over Chat a gateway hands on both the seals and their refusal', async () => {
  const chat = async (body: JsonObject) => {
    const response = await fetch(`${simulator.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer k' },
      body: JSON.stringify({ model: 'anthropic/claude-opus-5.5', max_tokens: 500, ...body }),
    })
    return { status: response.status, body: (await response.json()) as JsonObject }
  }
  const messages = [{ role: 'user', content: 'Look around.' }]
  const first = await chat({ messages })
  const [{ message }] = first.body.choices as readonly [{ readonly message: JsonObject }]
  expect(message.reasoning_details).toEqual([expect.objectContaining({ signature: expect.any(String) })])
  const { tool_calls: calls, reasoning_details: details } = message
  const said = { role: 'assistant', content: null, tool_calls: calls, reasoning_details: details } as JsonObject
  const answered = { role: 'tool', tool_call_id: 'toolu_0', content: 'files' }
  expect((await chat({ messages: [...messages, said, answered] })).status).toBe(200)
  const moved = [{ role: 'user', content: 'A summary.' }, said, answered]
  expect(await chat({ messages: moved })).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining('bound to a different conversation') } },
  })
})
