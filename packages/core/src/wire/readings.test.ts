import { expect, test } from 'vitest'
import type { Json } from '../json.ts'
import type { Format } from '../message/message.ts'
import { codecs } from './codecs.ts'

const read = (format: Format, value: Json) => codecs[format].decode(value).messages

test('calls that Responses makes at once stay one group, whatever is said between them', () => {
  const messages = read('openai-responses', [
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'e' },
    { type: 'function_call', call_id: 'a', name: 'ls', arguments: '{}' },
    { type: 'message', role: 'assistant', content: 'and' },
    { type: 'function_call', call_id: 'b', name: 'ls', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output: '1' },
    { type: 'function_call_output', call_id: 'b', output: '2' },
    { type: 'message', role: 'assistant', content: 'one' },
    { type: 'message', role: 'assistant', content: 'two' },
  ])
  expect(messages.map(({ role, parts }) => `${role} ${parts.length}`)).toEqual([
    'assistant 4',
    'tool 1',
    'tool 1',
    'assistant 1',
    'assistant 1',
  ])
})

test('what the AI SDK hides in options of providers has its own place', () => {
  const anthropic = { signature: 's', cacheControl: { type: 'ephemeral' } }
  const openai = { reasoningEncryptedContent: 'e', itemId: 'rs_1' }
  const [message] = read('ai-sdk', [
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'a', providerOptions: { anthropic } },
        { type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: 'r' } } },
        { type: 'reasoning', text: 'b', providerOptions: { openai } },
      ],
    },
  ])
  expect(message?.parts).toMatchObject([
    { type: 'thinking', text: 'a', signature: 's', breakpoint: {} },
    { type: 'thinking', text: '', redacted: 'r' },
    { type: 'thinking', text: 'b', encrypted: 'e' },
  ])
})

test('a result of an AI SDK tool is an error only when it says so', () => {
  const output = (type: string, value: Json) => ({
    type: 'tool-result',
    toolCallId: type,
    toolName: 't',
    output: { type, value },
  })
  const content = [output('text', 'a'), output('json', { b: 1 }), output('error-text', 'c'), output('error-json', 4)]
  expect(read('ai-sdk', [{ role: 'tool', content }])).toMatchObject([
    { role: 'tool', parts: [{ text: 'a' }] },
    { role: 'tool', parts: [{ text: '{"b":1}' }] },
    { role: 'tool', parts: [{ text: 'c' }], isError: true },
    { role: 'tool', parts: [{ text: '4' }], isError: true },
  ])
})

test('one Anthropic message of results and words becomes a message for each', () => {
  const messages = read('anthropic', [
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'x', is_error: true },
        { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: 'y' }] },
        { type: 'text', text: 'and now?' },
      ],
    },
  ])
  expect(messages).toMatchObject([
    { role: 'tool', callId: 'a', isError: true },
    { role: 'tool', callId: 'b', listed: true },
    { role: 'user', parts: [{ text: 'and now?' }] },
  ])
})

test('Chat keeps the bytes of arguments, and knows both names of reasoning', () => {
  const call = { id: 'a', type: 'function', function: { name: 'ls', arguments: '{ "a" : 1 }' } }
  const messages = read('openai-chat', [
    { role: 'assistant', content: null, reasoning: 'hm', tool_calls: [call] },
    { role: 'developer', content: 'be brief' },
  ])
  expect(messages).toMatchObject([
    {
      parts: [
        { type: 'thinking', text: 'hm' },
        { type: 'tool-call', arguments: '{ "a" : 1 }' },
      ],
    },
    { role: 'system', developer: true },
  ])
})
