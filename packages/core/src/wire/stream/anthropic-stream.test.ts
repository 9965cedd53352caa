import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../json.ts'
import { anthropicStream as protocol } from './anthropic-stream.ts'
import { objects, type StreamState } from './stream.ts'

function fold(events: readonly JsonObject[]): StreamState {
  return events.reduce<StreamState>(protocol.step, protocol.start)
}

const weather: readonly JsonObject[] = [
  {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 472, cache_read_input_tokens: 300, output_tokens: 2 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'ping' },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Let me look: \ud83c' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '\udf26' } },
  { type: 'content_block_stop', index: 0 },
  {
    type: 'content_block_start',
    index: 1,
    content_block: { type: 'tool_use', id: 'toolu_1', name: 'forecast', input: {} },
  },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"city": "Os' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: 'lo"}' } },
  { type: 'content_block_stop', index: 1 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'tool_use', stop_sequence: null },
    usage: { output_tokens: 89, input_tokens: null },
  },
  { type: 'message_stop' },
]

describe('the stream of a tool call', () => {
  test('keeps the raw text of a call that was cut off beside its empty input', () => {
    expect(fold(weather.slice(0, 9)).body?.content).toEqual([
      { type: 'text', text: 'Let me look: 🌦' },
      { type: 'tool_use', id: 'toolu_1', name: 'forecast', input: {}, partial_json: '{"city": "Os' },
    ])
  })

  test('becomes the message with parsed input and the last usage', () => {
    expect(fold(weather).body).toEqual({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [
        { type: 'text', text: 'Let me look: 🌦' },
        { type: 'tool_use', id: 'toolu_1', name: 'forecast', input: { city: 'Oslo' } },
      ],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 472, cache_read_input_tokens: 300, output_tokens: 89 },
    })
  })

  test('keeps input that is no JSON as text even after the end', () => {
    const broken = weather.filter((_, i) => i !== 9)
    expect(objects(fold(broken).body?.content)[1]).toMatchObject({ input: {}, partial_json: '{"city": "Os' })
  })

  test('takes an input of no text as the one the block began with', () => {
    const silent = weather.filter((_, i) => i !== 8 && i !== 9)
    expect(objects(fold(silent).body?.content)[1]).toEqual(objects(fold(weather.slice(0, 7)).body?.content)[1])
    const preset = { type: 'server_tool_use', id: 's', name: 'search', input: { query: 'rain' } }
    const given = silent.map((event) => (event.index === 1 ? { ...event, content_block: preset } : event))
    expect(objects(fold(given).body?.content)[1]).toEqual(preset)
  })

  test('parses the input at the end of the message when its block never stopped', () => {
    const restless = weather.filter(({ type }) => type !== 'content_block_stop')
    expect(fold(restless)).toEqual(fold(weather))
  })

  test('shares with the state before it all that an event leaves alone', () => {
    const [before, after] = [fold(weather.slice(0, 8)), fold(weather.slice(0, 9))]
    const next = protocol.step(before, weather[8] ?? {})
    expect(next).toEqual(after)
    expect(next).not.toEqual(before)
    expect(objects(next.body?.content)[0]).toBe(objects(before.body?.content)[0])
    expect(next.slots).toBe(before.slots)
  })
})

test('an error inside the stream is told with what came before it', () => {
  const event = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
  const state = fold([...weather.slice(0, 5), event])
  expect(state.error).toEqual({ type: 'overloaded_error', message: 'Overloaded', event })
  expect(protocol.finish(state).complete).toBe(false)
  expect(state.body?.content).toEqual([{ type: 'text', text: 'Let me look: 🌦' }])
  expect(protocol.step(state, { type: 'error', error: { type: 'api_error' } }).error).toBe(state.error)
})

test('a signature that comes twice is taken once', () => {
  const sealed = { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'EqQB' } }
  const state = fold([
    { type: 'message_start', message: { id: 'm', content: [] } },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    sealed,
    sealed,
  ])
  expect(state.body?.content).toEqual([{ type: 'thinking', thinking: '', signature: 'EqQB' }])
})

test('a stream may skip indexes and mix the deltas of open blocks', () => {
  const state = fold([
    { type: 'message_start', message: { id: 'm', content: [] } },
    { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } },
    { type: 'content_block_start', index: 5, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'two' } },
    { type: 'content_block_delta', index: 5, delta: { type: 'text_delta', text: 'five' } },
  ])
  expect(state.body?.content).toEqual([
    { type: 'text', text: 'two' },
    { type: 'text', text: 'five' },
  ])
})

test('a delta of an unknown type is appended to its block, field by field', () => {
  const delta = (score: number, verse: string) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'verse_delta', verse, score, marks: [score] },
  })
  const state = fold([
    { type: 'message_start', message: { id: 'm', content: [] } },
    { type: 'content_block_start', index: 0, content_block: { type: 'poem' } },
    delta(1, 'roses '),
    delta(2, 'are red'),
  ])
  expect(state.body?.content).toEqual([{ type: 'poem', verse: 'roses are red', score: 2, marks: [1, 2] }])
})

test('nothing counts before the message starts or after it stops, nor a second start', () => {
  const late = { type: 'content_block_start', index: 7, content_block: { type: 'text', text: 'late' } }
  expect(fold([late, { type: 'message_stop' }])).toEqual(protocol.start)
  expect(fold([...weather, late])).toEqual(fold(weather))
  expect(fold([...weather.slice(0, 9), ...weather.slice(0, 1)])).toEqual(fold(weather.slice(0, 9)))
})

test('a prompt that was counted at the start stays counted when the end says nothing of it', () => {
  const usage = { input_tokens: 25, cache_read_input_tokens: 10, output_tokens: 1 }
  const late = { input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 510 }
  const events = [
    { type: 'message_start', message: { role: 'assistant', content: [], usage } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: late },
    { type: 'message_stop' },
  ]
  const { body } = protocol.finish(events.reduce<StreamState>(protocol.step, protocol.start))
  expect(body?.usage).toEqual({ input_tokens: 25, cache_read_input_tokens: 10, output_tokens: 510 })
})

test('a prompt that turns out to have been cached is not counted twice', () => {
  const events = [
    {
      type: 'message_start',
      message: { role: 'assistant', content: [], usage: { input_tokens: 900, output_tokens: 1 } },
    },
    { type: 'message_delta', delta: {}, usage: { input_tokens: 0, cache_read_input_tokens: 900, output_tokens: 7 } },
    { type: 'message_stop' },
  ]
  const { body } = protocol.finish(events.reduce<StreamState>(protocol.step, protocol.start))
  expect(body?.usage).toEqual({ input_tokens: 0, cache_read_input_tokens: 900, output_tokens: 7 })
})
