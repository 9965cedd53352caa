import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFailure } from '../errors.ts'
import type { Json } from '../json.ts'
import { codecs, formats } from '../wire/codecs.ts'
import { conversation } from '../wire/conversation.arbitrary.ts'
import { seeds, sprinkle } from '../wire/sprinkle.arbitrary.ts'
import { checkMessage } from './check-message.ts'
import { checkEnvelope } from './check-message-envelope.ts'

test.each(formats)('takes every message that %s reads, unchanged to the byte', (format) => {
  fc.assert(
    fc.property(conversation, seeds, (original, seed) => {
      const wire = sprinkle(codecs[format].encode(original).value, seed)
      for (const message of codecs[format].decode(wire).messages) {
        const text = JSON.stringify(message)
        expect(JSON.stringify(checkMessage(JSON.parse(text) as Json))).toBe(text)
      }
    }),
    { numRuns: 60 },
  )
})

test('an undefined field is an absent one', () => {
  const said = { role: 'user', parts: [], listed: undefined }
  expect(Object.keys(checkMessage(said))).toEqual(['role', 'parts'])
})

const text = { type: 'text', text: 'hi' }

test.each<[string, Json]>([
  ['message', null],
  ['message', [text]],
  ['message.role', { parts: [] }],
  ['message.role', { role: 7, parts: [] }],
  ['message.role', { role: 'function', parts: [] }],
  ['message.parts', { role: 'user' }],
  ['message.parts', { role: 'user', parts: 'hi' }],
  ['message.parts[1]', { role: 'user', parts: [text, 'hi'] }],
  ['message.parts[0].type', { role: 'user', parts: [{ text: 'hi' }] }],
  ['message.parts[0].text', { role: 'user', parts: [{ type: 'text' }] }],
  ['message.parts[0].text', { role: 'user', parts: [{ type: 'text', text: null }] }],
  ['message.parts[0].refusal', { role: 'user', parts: [{ ...text, refusal: false }] }],
  ['message.parts[0].type', { role: 'user', parts: [{ type: 'thinking', text: 'hm' }] }],
  ['message.parts[0].type', { role: 'tool', callId: 'c', parts: [{ type: 'tool-call' }] }],
  ['message.parts[0].type', { role: 'assistant', parts: [{ type: 'toString' }] }],
  ['message.parts[0].arguments', { role: 'assistant', parts: [{ type: 'tool-call', callId: 'c', name: 'n' }] }],
  ['message.parts[0].source.kind', { role: 'user', parts: [{ type: 'image', source: { data: '' } }] }],
  ['message.parts[0].source.data', { role: 'user', parts: [{ type: 'image', source: { kind: 'url', data: '' } }] }],
  ['message.parts[0].value', { role: 'user', parts: [{ type: 'opaque', format: 'codex' }] }],
  ['message.parts[0].breakpoint.ttl', { role: 'user', parts: [{ ...text, breakpoint: { ttl: '2h' } }] }],
  ['message.residue.format', { role: 'user', parts: [], residue: { format: 'x', fields: {} } }],
  ['message.residue.fields', { role: 'user', parts: [], residue: { format: 'codex', fields: [] } }],
  ['message.callId', { role: 'tool', parts: [] }],
  ['message.callId', { role: 'user', callId: 'c', parts: [] }],
  ['message.model', { role: 'assistant', parts: [], model: 4 }],
  ['message.__proto__', JSON.parse('{"role":"user","parts":[],"__proto__":{}}') as Json],
])('names %s as the first fault of %j', (path, value) => {
  expect(faultIn(value)).toBe(path)
})

function faultIn(value: Json): string | undefined {
  try {
    checkMessage(value)
  } catch (error) {
    if (isFailure(error, 'wire/malformed')) return error.detail.path
    throw error
  }
  return undefined
}

test.each(formats)('takes the tools and the residue that %s reads, unchanged to the byte', (format) => {
  fc.assert(
    fc.property(conversation, seeds, (original, seed) => {
      const { tools, residue } = codecs[format].decode(sprinkle(codecs[format].encode(original).value, seed))
      const text = JSON.stringify({ tools, residue })
      expect(JSON.stringify(checkEnvelope(JSON.parse(text) as Json))).toBe(text)
    }),
    { numRuns: 60 },
  )
})

test.each<[Json, string]>([
  [[], 'envelope: expected an object'],
  [{ tools: {} }, 'envelope.tools: expected a list'],
  [{ tools: [{ kind: 'function' }] }, 'envelope.tools[0].name: expected a string'],
  [{ tools: [{ kind: 'function', name: 'n', strict: 1 }] }, 'envelope.tools[0].strict: expected true or false'],
  [{ messages: [] }, 'envelope.messages: expected no field of this name'],
])('refuses %j beside the messages', (value, message) => {
  expect(() => checkEnvelope(value)).toThrow(message)
})
