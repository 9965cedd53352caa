import { describe, expect, test } from 'vitest'
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { openaiChatStream as protocol } from './openai-chat-stream.ts'
import { objects, type StreamState } from './stream.ts'

function fold(events: readonly JsonObject[]): StreamState {
  return events.reduce<StreamState>(protocol.step, protocol.start)
}

function chunk(delta: JsonObject, finish_reason: string | null = null): JsonObject {
  return { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] }
}

function messageOf(deltas: readonly JsonObject[]): JsonObject {
  const message = objects(fold(deltas.map((delta) => chunk(delta))).body?.choices)[0]?.message
  return isObject(message) ? message : {}
}

function callsOf(...entries: readonly JsonObject[]): Json | undefined {
  return messageOf(entries.map((entry) => ({ tool_calls: [entry] }))).tool_calls
}

const head = { id: 'chatcmpl-1', created: 1700, model: 'gpt-5', system_fingerprint: 'fp_1', service_tier: 'default' }
const usage = { prompt_tokens: 82, completion_tokens: 17, total_tokens: 99 }
const fn = (name: string, text: string) => ({ name, arguments: text })

const forecast = [
  chunk({
    role: 'assistant',
    content: null,
    refusal: null,
    tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: fn('forecast', '') }],
  }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] }),
  chunk({ tool_calls: [{ index: 1, id: 'call_2', type: 'function', function: fn('clock', '') }] }),
  chunk({ tool_calls: [{ index: 1, function: { arguments: '{}' } }] }),
  chunk({}, 'tool_calls'),
  { ...head, object: 'chat.completion.chunk', choices: [], usage },
]

describe('the stream of two calls', () => {
  test('becomes a message without content, its calls without index', () => {
    expect(fold(forecast).body).toEqual({
      ...head,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: null,
            refusal: null,
            tool_calls: [
              { id: 'call_1', type: 'function', function: fn('forecast', '{"city":"Oslo"}') },
              { id: 'call_2', type: 'function', function: fn('clock', '{}') },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage,
    })
  })

  test('shows the arguments so far, and no finish, when it is cut', () => {
    const [choice] = objects(fold(forecast.slice(0, 2)).body?.choices)
    expect(choice).toMatchObject({
      message: { tool_calls: [{ function: fn('forecast', '{"city":') }] },
      finish_reason: null,
    })
  })

  test('is complete before its usage comes', () => {
    expect(forecast.map((_, i) => fold(forecast.slice(0, i + 1)).done)).toEqual([...Array(5).fill(false), true, true])
  })

  test('shares the calls that a chunk leaves alone', () => {
    const callsAfter = (count: number) => {
      const [choice] = objects(states[count]?.body?.choices)
      return objects(isObject(choice?.message) ? choice.message.tool_calls : [])
    }
    const states = forecast.map((_, i) => fold(forecast.slice(0, i + 1)))
    states[4] = protocol.step(states[3] ?? protocol.start, forecast[4] ?? {})
    expect(callsAfter(4)[1]).not.toEqual(callsAfter(3)[1])
    expect(callsAfter(4)[0]).toBe(callsAfter(3)[0])
  })
})

describe('calls from servers that bend the protocol', () => {
  test('may come whole in one chunk without index', () => {
    expect(callsOf({ id: 'a', function: fn('ls', '{}') }, { id: 'b', function: fn('ls', '{}') })).toHaveLength(2)
    expect(callsOf({ function: fn('ls', '{}') }, { function: fn('pwd', '{}') })).toHaveLength(2)
  })

  test('may get their index only later', () => {
    const calls = callsOf({ id: 'a', function: fn('ls', '') }, { index: 0, function: { arguments: '{}' } })
    expect(calls).toEqual([{ id: 'a', function: fn('ls', '{}') }])
  })

  test('are told apart by id and name when they share an index', () => {
    const calls = callsOf(
      { index: 0, id: 'a', function: fn('ls', '') },
      { index: 0, id: '', function: { name: '', arguments: '{"a":1}' } },
      { index: 0, id: 'b', function: fn('ls', '') },
      { index: 0, function: { arguments: '{"b":2}' } },
    )
    expect(calls).toEqual([
      { id: 'a', function: fn('ls', '{"a":1}') },
      { id: 'b', function: fn('ls', '{"b":2}') },
    ])
  })

  test('keep their first id when every piece brings another but no name', () => {
    const calls = callsOf(
      { index: 0, id: 'a', function: fn('ls', '') },
      { index: 0, id: 'z', function: { name: null, arguments: '{}' } },
    )
    expect(calls).toEqual([{ id: 'a', function: fn('ls', '{}') }])
  })

  test('have arguments of no text rather than null', () => {
    const calls = callsOf({ index: 0, id: 'a', function: { name: 'ls', arguments: null } })
    expect(calls).toEqual([{ id: 'a', function: fn('ls', '') }])
    const custom = callsOf({ index: 0, id: 'a', custom: { name: 'sql', input: null } })
    expect(custom).toEqual([{ id: 'a', custom: { name: 'sql', input: '' } }])
  })

  test('stand in the order of their indexes', () => {
    const calls = callsOf({ index: 1, id: 'b', function: fn('ls', '') }, { index: 0, id: 'a', function: fn('ls', '') })
    expect(calls).toMatchObject([{ id: 'a' }, { id: 'b' }])
  })
})

describe('the message', () => {
  test('joins unknown texts and keeps the last of other unknown values', () => {
    const message = messageOf([
      { content: 'a', mood: 'so', level: 1 },
      { content: 'b', mood: 'so', level: 2 },
    ])
    expect(message).toEqual({ role: 'assistant', content: 'ab', mood: 'soso', level: 2 })
  })

  test('becomes a list when a server mixes texts with lists of parts', () => {
    const think = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] })
    const { content } = messageOf(['', [think('a')], [think('b')], 'c', 'd'].map((content) => ({ content })))
    expect(content).toEqual([think('ab'), { type: 'text', text: 'cd' }])
  })

  test('joins the pieces of a reasoning detail but keeps encrypted ones apart', () => {
    const piece = (detail: JsonObject) => ({ reasoning_details: [{ index: 0, ...detail }] })
    const { reasoning_details } = messageOf([
      piece({ type: 'reasoning.text', text: 'Hm' }),
      piece({ type: 'reasoning.text', text: 'm', signature: 's' }),
      piece({ type: 'reasoning.encrypted', data: 'x' }),
      piece({ type: 'reasoning.encrypted', data: 'y' }),
    ])
    expect(reasoning_details).toEqual([
      { index: 0, type: 'reasoning.text', text: 'Hmm', signature: 's' },
      { index: 0, type: 'reasoning.encrypted', data: 'x' },
      { index: 0, type: 'reasoning.encrypted', data: 'y' },
    ])
  })

  test('is taken whole from a server that does not stream, and ignored beside a delta', () => {
    const message = { role: 'assistant', content: 'whole' }
    const choice = { index: 0, message, finish_reason: 'stop' }
    expect(fold([{ choices: [choice] }]).body?.choices).toEqual([choice])
    expect(fold([{ choices: [{ index: 0, message, delta: { content: 'w' } }] }]).body?.choices).toMatchObject([
      { message: { content: 'w' } },
    ])
  })
})

describe('usage', () => {
  test.each([
    ['the chunk', { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage }],
    ['the choice', { choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }] }],
    ['a field of its own', { choices: [], x_groq: { usage } }],
    ['a chunk without choices', { usage }],
  ])('is found in %s, and a later null does not erase it', (_, event) => {
    expect(fold([chunk({ content: 'a' }), event, { choices: [], usage: null }]).body?.usage).toEqual(usage)
  })

  test('is absent while only nulls came', () => {
    expect(fold([{ ...chunk({ content: 'a' }), usage: null }]).body).not.toHaveProperty('usage')
  })
})

test('an empty first chunk does not fix what later chunks say', () => {
  const blank = { id: '', object: '', model: '', created: 0, choices: [], prompt_filter_results: [] }
  expect(fold([blank, chunk({ content: 'a' }), blank]).body).toMatchObject({ id: head.id, model: head.model })
})

test.each([
  ['an object', { error: { message: 'busy', type: 'server_error', code: 503 } }, 'server_error'],
  [
    'an object with a code only',
    { error: { message: 'busy', code: 'context_length_exceeded' } },
    'context_length_exceeded',
  ],
  ['a text', { error: 'busy' }, 'error'],
  ['the event itself', { object: 'error', message: 'busy', type: 'BadRequest' }, 'BadRequest'],
  ['a field of a last chunk', { ...chunk({}, 'error'), error: { message: 'busy', code: 502 } }, 'error'],
])('an error is told when it is %s', (_, event: JsonObject, type) => {
  const state = fold([chunk({ content: 'so far' }), event])
  expect(state.error).toEqual({ type, message: 'busy', event })
  expect(protocol.finish(state)).toMatchObject({
    complete: false,
    body: { choices: [{ message: { content: 'so far' } }] },
  })
})

test.each([
  ['an error of its own', { error: { message: 'busy', type: 'server_error' } }, 'busy'],
  ['no more than its end', {}, 'The answer ended early (error).'],
])('an error is told when the choice that it ended has %s', (_, beside: JsonObject, message) => {
  const choice = { index: 0, delta: { content: '' }, finish_reason: 'error', ...beside }
  const state = protocol.step(protocol.step(protocol.start, chunk({ content: 'Half' })), { ...head, choices: [choice] })
  expect(state.error).toMatchObject({ type: 'server_error', message })
  expect(protocol.finish(state).complete).toBe(false)
})

test('usage without any count does not undo what was counted', () => {
  const none = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, prompt_tokens_details: { cached_tokens: 0 } }
  const events = [
    { ...chunk({ content: 'Hi' }, 'stop'), usage },
    { ...head, choices: [], usage: none },
  ]
  const { body } = protocol.finish(events.reduce<StreamState>(protocol.step, protocol.start))
  expect(body?.usage).toMatchObject(usage)
})
