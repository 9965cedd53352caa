import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isObject, type Json } from '../json.ts'
import type { AssistantMessage, Message } from '../message/message.ts'
import { checkAnthropic, checkOpenAiChat, checkOpenAiResponses, type Violation } from '../testing/index.ts'
import { codecs } from './codecs.ts'
import { conversation } from './conversation.arbitrary.ts'
import { repeatable } from './repeatable.ts'
import { readReply } from './reply/read-reply.ts'
import { seeds, sprinkle } from './sprinkle.arbitrary.ts'

type Spoken = 'anthropic' | 'openai-chat' | 'openai-responses'
type Way = readonly [Spoken, (body: Json) => readonly Violation[]]

const ways: readonly Way[] = [
  ['anthropic', checkAnthropic],
  ['openai-chat', (body) => checkOpenAiChat(body, { dialect: 'openai' })],
  ['openai-responses', checkOpenAiResponses],
]

/** Faults of blocks that nobody here can read, which go out as they came, and of breakpoints, which others place. */
const carried = [
  'block-type',
  'tool-result-content',
  'content-part-type',
  'item-type',
  'output-content',
  'reasoning-summary',
  'cache-control-dialect',
]

function refused(violations: readonly Violation[]): readonly Violation[] {
  const unread = violations.filter(({ rule }) => rule === 'reasoning-summary').map(({ path }) => itemOf(path))
  return violations.filter(({ rule, path }) => !carried.includes(rule) && !unread.includes(itemOf(path)))
}

function itemOf(path: string): string | undefined {
  return path.split('.')[0]
}

/** What a request says that goes on from these messages. */
function sent(messages: readonly Message[], format: Spoken, model = 'gpt-5.6-sol'): Json {
  return codecs[format].encode({ messages: repeatable(messages, { format, model }), model }, { model }).value
}

describe.each(ways)('over %s', (format, check) => {
  test('fields that the API does not know are not sent, wherever a file had them', () => {
    fc.assert(
      fc.property(conversation, seeds, (transcript, seed) => {
        const file = codecs[format].encode(transcript).value
        const listed = isObject(file) ? (file.input ?? file.messages ?? file) : file
        const read = codecs[format].decode(sprinkle(listed, seed))
        expect(refused(check(sent(read.messages, format)))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('messages that say nothing beside what is canonical are left as they are', () => {
    const messages: readonly Message[] = [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }]
    expect(repeatable(messages, { format, model: 'm' })[0]).toBe(messages[0])
  })
})

test('reasoning that can be read goes to whoever takes it, which OpenAI does not', () => {
  const thought: AssistantMessage = {
    role: 'assistant',
    parts: [
      { type: 'thinking', text: 'hm' },
      { type: 'text', text: 'yo' },
    ],
  }
  expect(JSON.stringify(sent([thought], 'openai-chat', 'some-model'))).toContain('hm')
  expect(JSON.stringify(sent([thought], 'openai-chat'))).not.toContain('hm')
})

test('a provider hears its own reply again as it said it', () => {
  const output = [
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed', status: 'completed' },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      phase: 'commentary',
      content: [{ type: 'output_text', text: 'yo', annotations: [{ type: 'url_citation' }], logprobs: [] }],
    },
    { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'ls', arguments: '{}', status: 'completed' },
  ]
  const { message } = readReply('openai-responses', { model: 'gpt-5.6-sol', output })
  expect(sent([message], 'openai-responses')).toMatchObject({ input: output })
})

test('what Anthropic wrote about its sources and callers goes back to it', () => {
  const content = [
    { type: 'text', text: 'yo', citations: [{ type: 'web_search_result_location', encrypted_index: 'x' }] },
    { type: 'tool_use', id: 'a', name: 'ls', input: {}, caller: { type: 'direct' } },
  ]
  const { message } = readReply('anthropic', { model: 'claude-sonnet-5', content })
  expect(sent([message], 'anthropic', 'claude-sonnet-5')).toMatchObject({
    messages: [{}, { role: 'assistant', content }],
  })
})

describe('reasoning that a Chat server sealed', () => {
  const details = [{ type: 'reasoning.encrypted', data: 'sealed' }]
  const said = {
    role: 'assistant',
    content: 'yo',
    reasoning_details: details,
    tool_calls: [
      {
        id: 'c',
        type: 'function',
        function: { name: 'ls', arguments: '{}' },
        extra_content: { google: { thought_signature: 'x' } },
      },
    ],
  }
  const { message } = readReply('openai-chat', { model: 'some-model', choices: [{ message: said }] })
  const heard = (by: AssistantMessage, model: string) => sent([by], 'openai-chat', model)

  test('goes back to the model that wrote it', () => {
    expect(heard(message, 'some-model')).toMatchObject({ messages: [said] })
  })

  test('goes to no other model, nor to anyone when nobody knows who wrote it', () => {
    const { model: _, ...unsigned } = message
    for (const told of [heard(message, 'gpt-5.6-sol'), heard(unsigned, 'some-model')]) {
      expect(JSON.stringify(told)).not.toContain('sealed')
      expect(checkOpenAiChat(told, { dialect: 'openai' })).toEqual([])
    }
  })
})
