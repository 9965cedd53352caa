import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../json.ts'
import { assistant, result, system, user } from '../testing/build.ts'
import { codecs } from '../wire/codecs.ts'
import { conversation } from '../wire/conversation.arbitrary.ts'
import { callId, type Message, type Part } from './message.ts'
import { messageIdentity } from './message-identity.ts'
import { otherMeanings, respelled } from './respelled.arbitrary.ts'

const message = conversation.chain(({ messages }) => fc.constantFrom(...messages))

test('a message in another spelling is the same message', () => {
  fc.assert(
    fc.property(
      message.chain((original) => fc.tuple(fc.constant(original), respelled(original))),
      ([original, copy]) => {
        expect(messageIdentity(copy)).toBe(messageIdentity(original))
      },
    ),
    { numRuns: 1_000 },
  )
})

test('a message that means something else is another one', () => {
  fc.assert(
    fc.property(message, (original) => {
      for (const changed of otherMeanings(original)) {
        expect(messageIdentity(changed)).not.toBe(messageIdentity(original))
      }
    }),
    { numRuns: 500 },
  )
})

test('one other character anywhere makes another message', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 2_000 }), fc.nat(), (text, seed) => {
      const at = seed % text.length
      const changed = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`
      expect(messageIdentity(user(changed))).not.toBe(messageIdentity(user(text)))
    }),
  )
})

const called = (args: string, freeform?: true) =>
  messageIdentity(
    assistant({ type: 'tool-call', callId: callId('c1'), name: 'run', arguments: args, ...(freeform && { freeform }) }),
  )

test.each([
  ['spaces', '{"a": [1, 2]}', '{"a":[1,2]}'],
  ['the order of keys', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
  ['the spelling of a number', '{"a":1.0,"b":1e2}', '{"a":1,"b":100}'],
  ['the spelling of a character', '{"a":"\\u00e9\\/"}', '{"a":"é/"}'],
  ['no arguments', '', '{}'],
])('%s in arguments does not count', (_, one, other) => {
  expect(called(one)).toBe(called(other))
})

test.each([
  ['an order of items', '{"a":[1,2]}', '{"a":[2,1]}'],
  ['a text that looks like a number', '{"a":1}', '{"a":"1"}'],
  ['null', '{"a":null}', '{}'],
  ['a digit that no reader keeps', '{"id":12345678901234567890}', '{"id":12345678901234567891}'],
  ['a number too large', '{"a":1e400}', '{"a":1e401}'],
  ['what is no JSON', '{"a":1', '{"a": 1'],
  ['nesting', `${'['.repeat(300)}1${']'.repeat(300)}`, `${'['.repeat(300)}2${']'.repeat(300)}`],
])('%s in arguments counts', (_, one, other) => {
  expect(called(one)).not.toBe(called(other))
})

test('free-form input is its text', () => {
  expect(called('{"a": 1}', true)).not.toBe(called('{"a":1}', true))
})

test('two texts are not one, and what is said by one part is not what is said by two', () => {
  const identities = [assistant('ab'), assistant('a', 'b'), assistant('a'), system('ab'), user('ab'), result('ab', '')]
  expect(new Set(identities.map(messageIdentity)).size).toBe(identities.length)
})

test('thinking that a client leaves out later makes no other message, unless nothing else was said', () => {
  const thought = (text: string): Part => ({ type: 'thinking', text, signature: `sig-${text}` })
  expect(messageIdentity(assistant(thought('hm'), 'So.'))).toBe(messageIdentity(assistant('So.')))
  expect(messageIdentity(assistant(thought('hm')))).not.toBe(messageIdentity(assistant(thought('aha'))))
})

test('a copy is the same message, and so is one from a model that is now known', () => {
  const original = assistant('So.')
  expect(messageIdentity(structuredClone(original))).toBe(messageIdentity(original))
  expect(messageIdentity({ ...original, model: 'claude-sonnet-5' } as Message)).toBe(messageIdentity(original))
})

const decoded = (format: 'anthropic' | 'openai-chat' | 'openai-responses', wire: Json) =>
  codecs[format].decode([wire] as Json).messages.map(messageIdentity)
const mark = { cache_control: { type: 'ephemeral' } }
const use = { type: 'tool_use', id: 't1', name: 'read', input: { path: 'a', all: true } }

test.each<[string, Parameters<typeof decoded>[0], Json, Json]>([
  [
    'a rule when newest, and after',
    'anthropic',
    { role: 'system', content: [{ type: 'text', text: 'Rule.', ...mark }] },
    { role: 'system', content: 'Rule.' },
  ],
  [
    'a result with and without a mark, a list and a false flag',
    'anthropic',
    { role: 'user', content: [{ tool_use_id: 't1', type: 'tool_result', content: 'Seen.', ...mark }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'Seen.' }], is_error: false },
      ],
    },
  ],
  [
    'a call with a mark and another order',
    'anthropic',
    { role: 'assistant', content: [{ ...use, ...mark }] },
    { role: 'assistant', content: [{ ...use, input: { all: true, path: 'a' }, caller: { type: 'direct' } }] },
  ],
  [
    'a block that only its format knows',
    'anthropic',
    { role: 'user', content: [{ type: 'search_result', source: 's', title: 't', content: [], ...mark }] },
    { role: 'user', content: [{ type: 'search_result', title: 't', source: 's', content: [] }] },
  ],
  [
    'a question as a list',
    'openai-chat',
    { role: 'user', content: [{ type: 'text', text: 'Hi.' }] },
    { role: 'user', content: 'Hi.' },
  ],
  [
    'an answer that only calls',
    'openai-chat',
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{ }' } }],
    },
  ],
  [
    'an item with notes',
    'openai-responses',
    { type: 'message', id: 'msg_1', role: 'user', content: [{ type: 'input_text', text: 'Hi.' }] },
    { role: 'user', content: 'Hi.' },
  ],
])('%s is one message on the wire', (_, format, one, other) => {
  expect(decoded(format, one)).toEqual(decoded(format, other))
})
