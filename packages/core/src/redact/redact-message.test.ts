import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from '../json.ts'
import { callId, type Message } from '../message/message.ts'
import { assistant, call, result, user } from '../testing/build.ts'
import { createDice, plantTokens } from '../testing/planted.ts'
import { redactMessage } from './redact-message.ts'

const any = createDice(3)
const secret = `gh${'p_'}${any('abcdefghij0123456789', 36)}`
const plain = any('abcdefghijklmnopqrstuvwxyz0123456789', 20)

test('gives back the very same message when there is nothing to hide', () => {
  const messages: readonly Message[] = [
    user('hello'),
    assistant('ok', call('ls', { path: 'src' })),
    result('ls', 'a b'),
  ]
  for (const message of messages) expect(redactMessage(message)).toBe(message)
})

test.each<Message>([
  user(`use ${secret}`),
  assistant(`I will use ${secret}`),
  assistant({ type: 'thinking', text: `they gave ${secret}` }),
  assistant(call('run', { command: `curl -H "Authorization: token ${secret}"` })),
  assistant({ type: 'tool-call', callId: callId('a'), name: 'patch', arguments: `+ ${secret}`, freeform: true }),
  result('run', `printed ${secret}`),
  { role: 'user', parts: [{ type: 'image', source: { kind: 'url', url: `https://bob:${plain}@example.com/a.png` } }] },
  { role: 'user', parts: [{ type: 'opaque', format: 'anthropic', value: { note: [secret] } }] },
  { role: 'user', parts: [], residue: { format: 'codex', fields: { note: secret } } },
])('hides a credential wherever it stands: %j', (message) => {
  const shown = JSON.stringify(redactMessage(message))
  expect(shown).not.toContain(secret)
  expect(shown).not.toContain(plain)
  expect(shown).toContain('[REDACTED]')
})

test('leaves seals as they are', () => {
  const part = {
    type: 'thinking',
    text: `seen ${secret}`,
    signature: secret,
    encrypted: secret,
    redacted: secret,
  } as const
  expect(redactMessage(assistant(part)).parts).toEqual([{ ...part, text: 'seen [REDACTED]' }])
})

test.each([
  [
    { password: plain, port: 1 },
    { password: '[REDACTED]', port: 1 },
  ],
  [{ password: `a"b\\${plain}` }, { password: '[REDACTED]' }],
  [{ nested: { list: [{ api_key: plain }] } }, { nested: { list: [{ api_key: '[REDACTED]' }] } }],
  [{ body: JSON.stringify({ token: plain }) }, { body: '{"token":"[REDACTED]"}' }],
  [{ text: `API_KEY=${plain}\nNEXT=1` }, { text: 'API_KEY=[REDACTED]\nNEXT=1' }],
  [{ password: { value: 'hunter2' } }, { password: { value: '[REDACTED]' } }],
  [{ env: [{ name: 'DB_PASS', value: 'hunter2' }] }, { env: [{ name: 'DB_PASS', value: '[REDACTED]' }] }],
  [{ env: [{ value: 'hunter2', name: 'DB_PASS' }] }, { env: [{ value: '[REDACTED]', name: 'DB_PASS' }] }],
  [{ passwords: ['hunter2', 'winter22'] }, { passwords: ['[REDACTED]', '[REDACTED]'] }],
  [{ secrets: { alpha: 'hunter2', file: 'a.txt' } }, { secrets: { alpha: '[REDACTED]', file: 'a.txt' } }],
  [{ content: 'secrets:\n  alpha: hunter2\n' }, { content: 'secrets:\n  alpha: [REDACTED]\n' }],
  [{ command: "export ADMIN_PASSWORD='Summer2024!'" }, { command: "export ADMIN_PASSWORD='[REDACTED]'" }],
])('keeps arguments valid JSON: %j', (input, expected) => {
  const [part] = redactMessage(assistant(call('run', input))).parts
  expect(part?.type === 'tool-call' && parseJson(part.arguments)).toEqual(expected)
})

test.each([
  [{ password: { value: 'hunter2' } }, { password: { value: '[REDACTED]' } }],
  [{ env: [{ value: 'hunter2', name: 'DB_PASS' }] }, { env: [{ value: '[REDACTED]', name: 'DB_PASS' }] }],
  [{ passwords: ['hunter2', 'winter22'] }, { passwords: ['[REDACTED]', '[REDACTED]'] }],
  [{ secrets: { alpha: 'hunter2', file: 'a.txt' } }, { secrets: { alpha: '[REDACTED]', file: 'a.txt' } }],
  [{ headers: { Authorization: [`Bearer ${plain}`] } }, { headers: { Authorization: ['Bearer [REDACTED]'] } }],
  [
    { tokens: ['hello', 'world2'], max: 3 },
    { tokens: ['hello', 'world2'], max: 3 },
  ],
])('hides what a member encloses: %j', (input, expected) => {
  const message: Message = { role: 'user', parts: [{ type: 'opaque', format: 'anthropic', value: input }] }
  expect(redactMessage(message).parts).toEqual([{ type: 'opaque', format: 'anthropic', value: expected }])
  const again = redactMessage(message)
  expect(redactMessage({ ...again }).parts).toEqual(again.parts)
})

test('finds a credential whose characters are escaped in the arguments', () => {
  const escaped = `{"text":"\\u0067${secret.slice(1)}"}`
  const [part] = redactMessage(
    assistant({ type: 'tool-call', callId: callId('a'), name: 'x', arguments: escaped }),
  ).parts
  expect(part?.type === 'tool-call' && part.arguments).toBe('{"text":"[REDACTED]"}')
})

test('arguments stay JSON whatever they say, and doing it twice is doing it once', () => {
  const texts = fc.oneof(fc.string(), fc.constantFrom(...plantTokens(1).map(({ text }) => `password="${text}" '`)))
  const value = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('password', 'api_key', 'token')), texts)
  fc.assert(
    fc.property(value, (input) => {
      const once = redactMessage(assistant(call('run', input)))
      const [part] = once.parts
      expect(part?.type === 'tool-call' && parseJson(part.arguments)).toBeTypeOf('object')
      expect(redactMessage(once)).toBe(once)
    }),
    { numRuns: 500 },
  )
})
