import { describe, expect, test } from 'vitest'
import { isFailure } from '../../errors.ts'
import type { Format } from '../../message/message.ts'
import { assistant, call, result, system, user } from '../../testing/build.ts'
import { formats } from '../codecs.ts'
import { locateJsonPath } from './locate-json-path.ts'
import { readTranscript } from './read-transcript.ts'
import { writeTranscript } from './write-transcript.ts'

const messages = [
  user('list the files'),
  assistant('Looking.', call('ls', { path: '.' })),
  result('ls', 'a b'),
  assistant('Two.'),
]

function failure(text: string, format?: Format) {
  try {
    readTranscript(text, format === undefined ? {} : { format })
  } catch (error) {
    if (isFailure(error, 'transcript/unreadable')) return { message: error.message, ...error.detail }
    throw error
  }
  return undefined
}

test.each(formats)('recognises %s by its content', (format) => {
  const { text } = writeTranscript({ messages }, format)
  const read = readTranscript(text)
  expect(read.format).toBe(format)
  expect(read.transcript.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
})

test('plain talk that many formats would write alike counts as Chat', () => {
  expect(readTranscript('[{"role":"user","content":"hi"}]').format).toBe('openai-chat')
})

test.each([
  ['a body with a system prompt', '{"system":"x","messages":[]}', 'anthropic'],
  ['tools with an input schema', '{"messages":[],"tools":[{"name":"a","input_schema":{}}]}', 'anthropic'],
  ['an input', '{"input":"hi"}', 'openai-responses'],
  [
    'a body with calls',
    '{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[]}]}',
    'openai-chat',
  ],
  [
    'one line of a session',
    '{"type":"user","uuid":"u","parentUuid":null,"message":{"role":"user","content":"a"}}',
    'claude-code',
  ],
  ['one line of a rollout', '{"timestamp":"t","type":"session_meta","payload":{"id":"x"}}', 'codex'],
])('recognises %s', (_, text, format) => {
  expect(readTranscript(text).format).toBe(format)
})

test('lines without a role before the first message are headers, and come back', () => {
  const text = '{"id":1,"model":"gpt-6"}\n{"note":"second"}\n\n{"role":"user","content":"a"}\n'
  const { transcript, format } = readTranscript(text)
  expect(transcript.model).toBe('gpt-6')
  expect(transcript.messages).toEqual([user('a')])
  expect(writeTranscript(transcript, format).text).toBe(
    text.replace('\n\n', '\n').replace('{"id":1,"model":"gpt-6"}', '{"model":"gpt-6","id":1}'),
  )
})

test('tools in a header are the tools of the conversation', () => {
  const header = JSON.stringify({ tools: [{ type: 'function', function: { name: 'ls' } }] })
  expect(readTranscript(`${header}\n{"role":"user","content":"a"}\n`).transcript.tools).toEqual([
    { kind: 'function', name: 'ls' },
  ])
})

test('a byte order mark and Windows line ends are no obstacle', () => {
  expect(
    readTranscript('\uFEFF{"role":"user","content":"a"}\r\n{"role":"user","content":"b"}\r\n').transcript.messages,
  ).toHaveLength(2)
})

test('a forced format is believed', () => {
  const { transcript } = readTranscript('{"role":"user","content":"a"}\n{"role":"assistant","content":"b"}\n', {
    format: 'anthropic',
  })
  expect(transcript.residue).toMatchObject({ format: 'anthropic', fields: { lines: true } })
})

test.each(['claude-code', 'codex'] as const)(
  'messages that no session of %s holds are refused, not passed over',
  (format) => {
    const text = '{"role":"user","content":"a"}\n{"role":"assistant","content":"b"}\n'
    expect(() => readTranscript(text, { format })).toThrow(`[0]: expected a line of a`)
  },
)

describe('what cannot be read is told with its place', () => {
  test.each([
    ['nothing', '', undefined, 'empty'],
    ['JSON that ends early', '{"messages":[\n{"role":"us', 2, 'ends too early'],
    ['JSON of which little is left', '  {', 1, 'ends too early'],
    ['a note', 'Dear diary,\ntoday was fine', 1, 'plain text, not a transcript'],
    ['a word', 'hello', 1, 'plain text, not a transcript'],
    ['a word like the beginning of a constant', 'tru', 1, 'plain text, not a transcript'],
    ['a log', '[2026-01-02 10:00] started\n[2026-01-02 10:01] done\n', 1, 'plain text, not a transcript'],
    ['code', '{ return 1 }', 1, 'plain text, not a transcript'],
    ['a broken line', '{"role":"user","content":"a"}\n{"role":}\n{"role":"user","content":"b"}\n', 2, 'not valid JSON'],
    ['a line that ends early', '{"role":"user","content":"a"}\n{"role":"user"', 2, 'ends too early'],
    ['a missing role', '{"role":"user","content":"a"}\n\n{"content":"b"}\n', 3, '[1].role'],
    [
      'a missing role after a header',
      '{"id":1}\n{"role":"user","content":"a"}\n{"content":"b"}\n',
      3,
      'messages[1].role',
    ],
    [
      'a wrong part in a pretty body',
      JSON.stringify({ messages: [{ role: 'user', content: [{ text: 'a' }] }] }, undefined, 1),
      6,
      'messages[0].content[0].type',
    ],
    [
      'a line of a session without its message',
      '{"type":"user","uuid":"a","parentUuid":null,"message":{"role":"user","content":"a"}}\n{"type":"user","uuid":"b","parentUuid":"a"}\n',
      2,
      '[1].message',
    ],
    ['content of the wrong kind', '[{"role":"user","content":7}]', 1, '[0].content'],
    ['half a surrogate pair', '{"role":"user","content":"a"}\n{"role":"user","content":"\\udc00"}\n', 2, 'surrogate'],
    ['deep nesting', `{"role":"user","content":"a"}\n${'['.repeat(5_000)}`, 2, 'nested'],
  ])('%s', (_, text, line, message) => {
    const found = failure(text)
    expect(found?.message).toContain(message)
    expect(found?.line).toBe(line)
    expect(found?.remedy).not.toBe('')
  })
})

test('more values than a transcript can have are refused before they take memory', () => {
  expect(failure(`[${'0,'.repeat(10_000_001)}0]`)?.message).toBe('more than 10000000 values')
})

test('brackets inside strings are no nesting', () => {
  expect(
    readTranscript(JSON.stringify([{ role: 'user', content: '[{"\\'.repeat(5_000) }])).transcript.messages,
  ).toHaveLength(1)
})

test('finds a path in JSON however it is laid out', () => {
  const text = '{ "a\\"b": [1, "x]", {}],\n "messages" : [ {"role": "user"},\n {"role":\n 7 } ] }'
  expect(locateJsonPath(text, 'messages[1].role')).toEqual({ line: 4, column: 2 })
  expect(locateJsonPath(text, 'messages[9].role')).toEqual({ line: 2, column: 15 })
})

test('system messages stay where they stood', () => {
  const odd = { messages: [system('a'), ...messages, system('b')] }
  const { text } = writeTranscript(odd, 'openai-chat')
  expect(readTranscript(text).transcript.messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'assistant',
    'system',
  ])
})
