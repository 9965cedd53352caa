import { expect, test } from 'vitest'
import type { JsonObject } from '../../json.ts'
import { anthropicStream } from '../stream/anthropic-stream.ts'
import { openaiChatStream } from '../stream/openai-chat-stream.ts'
import type { StreamProtocol } from '../stream/stream.ts'
import { readReply } from './read-reply.ts'

const fold = (protocol: StreamProtocol, events: readonly JsonObject[]) =>
  protocol.finish(events.reduce((state, event) => protocol.step(state, event), protocol.start)).body

const anthropicReply = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-5',
  content: [
    { type: 'thinking', thinking: 'Look first.', signature: 'c2ln' },
    { type: 'text', text: 'I will look.' },
    { type: 'tool_use', id: 'toolu_1', name: 'read_file', input: { path: 'a.ts' } },
  ],
  stop_reason: 'tool_use',
  usage: { input_tokens: 10, output_tokens: 20, cache_read_input_tokens: 300, cache_creation_input_tokens: 0 },
}

test('reads what Anthropic said, who said it, what it took and why it stopped', () => {
  expect(readReply('anthropic', anthropicReply)).toEqual({
    message: {
      role: 'assistant',
      model: 'claude-sonnet-5',
      parts: [
        { type: 'thinking', text: 'Look first.', signature: 'c2ln' },
        { type: 'text', text: 'I will look.' },
        { type: 'tool-call', callId: 'toolu_1', name: 'read_file', arguments: '{"path":"a.ts"}' },
      ],
    },
    usage: { input: 10, output: 20, cacheRead: 300, cacheWrite: 0 },
    stop: 'tool-calls',
    unfinished: [],
  })
})

test('reads a Chat reply without the fields that a request must not repeat', () => {
  const message = {
    role: 'assistant',
    content: 'Done.',
    refusal: null,
    annotations: [],
    reasoning_details: [{ type: 'reasoning.text' }],
  }
  const body = {
    model: 'gpt-6',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 5, completion_tokens: 1 },
  }
  const reply = readReply('openai-chat', body)
  expect(reply.message.residue?.fields).toEqual({ extra: { reasoning_details: [{ type: 'reasoning.text' }] } })
  expect(reply).toMatchObject({
    stop: 'end',
    usage: { input: 5, output: 1 },
    message: { parts: [{ type: 'text', text: 'Done.' }] },
  })
})

test('takes the whole output of a Responses reply as one message', () => {
  const output = [
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: 'ZW5j' },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'First.', annotations: [] }],
    },
    { type: 'reasoning', id: 'rs_2', summary: [] },
    { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'ls', arguments: '{}' },
  ]
  const reply = readReply('openai-responses', {
    status: 'completed',
    output,
    usage: { input_tokens: 7, output_tokens: 2 },
  })
  expect(reply.message.parts.map((part) => part.type)).toEqual(['thinking', 'text', 'thinking', 'tool-call'])
  expect(reply.stop).toBe('tool-calls')
})

test('a stop at the output limit is told apart from an end', () => {
  const body = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [] }
  expect(readReply('openai-responses', body)).toMatchObject({ stop: 'length', usage: {} })
})

test('calls that a cut stream left unfinished are named, with what came of them', () => {
  const cutAnthropic = fold(anthropicStream, [
    { type: 'message_start', message: { ...anthropicReply, content: [] } },
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 'toolu_9', name: 'write_file', input: {} },
    },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"path":"a' } },
  ])
  const cutChat = fold(openaiChatStream, [
    {
      choices: [
        {
          index: 0,
          delta: {
            tool_calls: [
              { index: 0, id: 'toolu_9', type: 'function', function: { name: 'write_file', arguments: '{"path":"a' } },
            ],
          },
        },
      ],
    },
  ])
  for (const reply of [readReply('anthropic', cutAnthropic), readReply('openai-chat', cutChat)]) {
    expect(reply.unfinished).toEqual(['toolu_9'])
    expect(reply.message.parts[0]).toMatchObject({ arguments: '{"path":"a' })
  }
})

test('calls that share an id get their own, so that only the one that was cut off is unfinished', () => {
  const say = (args: string) => ({ id: 'x', type: 'function', function: { name: 'ls', arguments: args } })
  const message = { role: 'assistant', content: null, tool_calls: [say('{}'), say('{"path":"a')] }
  const reply = readReply('openai-chat', { model: 'm', choices: [{ message, finish_reason: 'length' }] })
  expect(reply.message.parts).toMatchObject([{ callId: 'x' }, { callId: 'x_2' }])
  expect(reply.unfinished).toEqual(['x_2'])
})
