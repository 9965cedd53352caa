import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../json.ts'
import { openaiResponsesStream as protocol } from './openai-responses-stream.ts'
import { objects, type StreamState } from './stream.ts'

function fold(events: readonly JsonObject[]): StreamState {
  return events.reduce<StreamState>(protocol.step, protocol.start)
}

const head = { id: 'resp_1', object: 'response', created_at: 1700, model: 'gpt-5', error: null }
const created = { type: 'response.created', response: { ...head, status: 'in_progress', output: [], usage: null } }
const message = { id: 'msg_1', type: 'message', role: 'assistant' }
const call = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'forecast' }
const part = { type: 'output_text', text: 'Let me look.', annotations: [], logprobs: [] }
const output: readonly JsonObject[] = [
  { ...message, status: 'completed', content: [part] },
  { ...call, status: 'completed', arguments: '{"city":"Oslo"}' },
]
const inMessage = { item_id: 'msg_1', output_index: 0, content_index: 0 }
const inCall = { item_id: 'fc_1', output_index: 1 }

const forecast: readonly JsonObject[] = [
  created,
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { ...message, status: 'in_progress', content: [] },
  },
  { ...inMessage, type: 'response.content_part.added', part: { ...part, text: '' } },
  { ...inMessage, type: 'response.output_text.delta', delta: 'Let me ', logprobs: [], obfuscation: 'x7' },
  { ...inMessage, type: 'response.output_text.delta', delta: 'look.', logprobs: [] },
  { ...inMessage, type: 'response.output_text.done', text: 'Let me look.', logprobs: [] },
  { ...inMessage, type: 'response.content_part.done', part },
  { type: 'response.output_item.done', output_index: 0, item: output[0] ?? null },
  { type: 'response.output_item.added', output_index: 1, item: { ...call, status: 'in_progress', arguments: '' } },
  { ...inCall, type: 'response.function_call_arguments.delta', delta: '{"city":' },
  { ...inCall, type: 'response.function_call_arguments.delta', delta: '"Oslo"}' },
  { ...inCall, type: 'response.function_call_arguments.done', arguments: '{"city":"Oslo"}' },
  { type: 'response.output_item.done', output_index: 1, item: output[1] ?? null },
  { type: 'response.completed', response: { ...head, status: 'completed', output, usage: { output_tokens: 31 } } },
]

describe('the stream of a text and a call', () => {
  test('becomes the response that its last event carries', () => {
    expect(protocol.finish(fold(forecast))).toEqual({
      body: { ...head, status: 'completed', output, usage: { output_tokens: 31 } },
      complete: true,
    })
  })

  test('leaves a call that was cut off in progress, with its arguments so far', () => {
    const { body, complete } = protocol.finish(fold(forecast.slice(0, 10)))
    expect(complete).toBe(false)
    expect(body).toMatchObject({ status: 'in_progress', usage: null })
    expect(body?.output).toEqual([output[0], { ...call, status: 'in_progress', arguments: '{"city":' }])
  })

  test('shares the items that an event leaves alone', () => {
    const before = fold(forecast.slice(0, 9))
    const after = protocol.step(before, forecast[9] ?? {})
    expect(objects(after.body?.output)[1]).not.toEqual(objects(before.body?.output)[1])
    expect(objects(after.body?.output)[0]).toBe(objects(before.body?.output)[0])
    expect(after.slots).toBe(before.slots)
  })
})

test('an incomplete response is a complete stream: its status tells the rest', () => {
  const response = { ...head, status: 'incomplete', output, incomplete_details: { reason: 'max_output_tokens' } }
  expect(protocol.finish(fold([created, { type: 'response.incomplete', response }]))).toEqual({
    body: response,
    complete: true,
  })
})

test('a failed response is an error with the items that came before it', () => {
  const error = { code: 'server_error', message: 'The model failed.' }
  const event = { type: 'response.failed', response: { ...head, status: 'failed', output: [], error } }
  const state = fold([...forecast.slice(0, 8), event])
  expect(state).toMatchObject({ done: true, error: { type: 'server_error', message: 'The model failed.', event } })
  expect(protocol.finish(state)).toMatchObject({ complete: false, body: { status: 'failed', output: [output[0]] } })
})

test.each([
  [{ type: 'error', code: 'rate_limit_exceeded', message: 'slow down', param: null }, 'rate_limit_exceeded'],
  [
    { type: 'error', error: { type: 'invalid_request_error', code: 'x', message: 'slow down' } },
    'invalid_request_error',
  ],
  [{ error: { message: 'slow down', type: 'server_error' } }, 'server_error'],
])('an error inside the stream is told with what came before it: %j', (event: JsonObject, type) => {
  const state = fold([...forecast.slice(0, 5), event])
  expect(state.error).toEqual({ type, message: 'slow down', event })
  expect(protocol.finish(state).complete).toBe(false)
  expect(state.body?.output).toMatchObject([{ content: [{ text: 'Let me look.' }] }])
})

describe('servers that bend the protocol', () => {
  test('may send text into a part that they never announced', () => {
    const quiet = forecast.filter(({ type }) => type !== 'response.content_part.added')
    expect(objects(fold(quiet.slice(0, 4)).body?.output)[0]?.content).toEqual([
      { type: 'output_text', text: 'Let me look.', annotations: [] },
    ])
  })

  test('may give two items one index: the id tells them apart', () => {
    const added = (id: string) => ({ type: 'response.output_item.added', output_index: 0, item: { ...call, id } })
    const delta = { type: 'response.function_call_arguments.delta', output_index: 0 }
    const state = fold([
      created,
      added('a'),
      added('b'),
      { ...delta, item_id: 'a', delta: 'for a' },
      { ...delta, item_id: 'b', delta: 'for b' },
    ])
    expect(state.body?.output).toEqual([
      { ...call, id: 'a', arguments: 'for a' },
      { ...call, id: 'b', arguments: 'for b' },
    ])
  })

  test('may finish an item under another id than they announced it', () => {
    const renamed = { ...output[1], id: 'fc_other' }
    const done = { type: 'response.output_item.done', output_index: 1, item: renamed }
    expect(fold([...forecast.slice(0, 12), done]).body?.output).toEqual([output[0] ?? {}, renamed])
  })

  test('may announce a finished item only', () => {
    const done = forecast.filter(({ type }) => type === 'response.output_item.done')
    expect(fold([created, ...done.toReversed()]).body?.output).toEqual(output)
  })

  test('may end without repeating the response', () => {
    expect(fold([...forecast.slice(0, -1), { type: 'response.completed' }])).toMatchObject({
      done: true,
      body: { output },
    })
    expect(fold([{ type: 'response.completed' }])).toEqual(protocol.start)
  })
})

test('nothing counts after the last event', () => {
  expect(fold([...forecast, ...forecast.slice(0, 9)])).toEqual(fold(forecast))
})

test('text for an item of another type is ignored', () => {
  const stray = { ...inCall, type: 'response.output_text.delta', content_index: 0, delta: 'stray' }
  expect(fold([...forecast.slice(0, 9), stray])).toEqual(fold(forecast.slice(0, 9)))
})
