import { callId, type Message } from '@palimpsest/core/message'
import { matchesText, parseQuery, searchText } from '@palimpsest/core/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPhraseSieve } from './phrase-sieve.ts'

const says = (...texts: readonly string[]): Message => ({
  role: 'user',
  parts: texts.map((text) => ({ type: 'text', text })),
})
const calls = (name: string, args: string): Message => ({
  role: 'assistant',
  parts: [{ type: 'tool-call', callId: callId('c'), name, arguments: args }],
})
const letsThrough = (query: string, message: Message): boolean =>
  createPhraseSieve(parseQuery(query))(JSON.stringify(message))

test.each([
  ['words side by side', says('this is Not  THAT file')],
  ['words on two lines', says('not\nthat\t\r\nfile')],
  ['words in two parts', says('surely not', 'that file')],
  ['words in two parts, with a line break at the end', says('surely not\n', 'that file')],
  ['words in arguments', calls('bash', '{"command":"echo not\\n\\tthat file"}')],
  ['words in escaped letters', calls('bash', '{"command":"not th\\u0061t file"}')],
  ['a tool whose name begins the phrase', calls('not', '{"that":"that file"}')],
  ['words of another width', says('ＮＯＴ that file')],
])('lets %s through', (_, message) => {
  expect(letsThrough('"not that file"', message)).toBe(true)
})

test.each([
  ['words in another order', says('that file is not it')],
  ['words with others between them', calls('bash', '{"command":"not all that file"}')],
])('holds back %s', (_, message) => {
  expect(letsThrough('"not that file"', message)).toBe(false)
})

const piece = fc.constantFrom('a', 'B', 'ab', ' ', '\n', '\t', '.', '-', '"', '\\', '/', '+', '[', 'é', '\u000b', 'ｂ')
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
const message = fc.oneof(
  fc.array(text, { minLength: 1, maxLength: 3 }).map((texts) => says(...texts)),
  fc.tuple(text, text).map(([name, value]) => calls(name, JSON.stringify({ a: value, b: [value, 'b'] }))),
  fc.tuple(text, text).map(([name, args]) => calls(name, args)),
)

test('never holds back a message whose text has the phrases', () => {
  fc.assert(
    fc.property(message, text, fc.nat(12), fc.nat(6), (said, other, start, length) => {
      const all = searchText(said)
      for (const phrase of [other, all.slice(start, start + length), all.slice(start, start + length).toUpperCase()]) {
        const query = `"${phrase.replaceAll('"', '')}"`
        if (matchesText(all, parseQuery(query))) expect(letsThrough(query, said), query).toBe(true)
      }
    }),
    { numRuns: 5_000 },
  )
})
