import { expect, test } from 'vitest'
import { assistant, user } from '../testing/build.ts'
import { findRefused } from './find-refused.ts'

const claude = [
  user('a'),
  assistant({ type: 'thinking', text: 'x', signature: 'seal-one' }, 'b'),
  user('c'),
  assistant({ type: 'thinking', text: '', redacted: 'seal-two' }, 'd'),
]
const body = {
  messages: [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: 'seal-one' }] },
    { role: 'user', content: 'c' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'd' },
        { type: 'redacted_thinking', data: 'seal-two' },
      ],
    },
  ],
}

test.each([
  ['messages.1.content.0', 1],
  ['messages.3.content.1', 3],
  ['messages[3].content[1]', 3],
])('%s is found by the seal that stands there', (place, at) => {
  expect(findRefused(place, body, claude)).toBe(at)
})

test.each(['messages.0.content.0', 'messages.9.content.0', 'messages.3.content.0', 'rs_404', 'messages.1.content.x'])(
  '%s names no thinking that is known',
  (place) => {
    expect(findRefused(place, body, claude)).toBe(undefined)
  },
)

test('a seal that Chat keeps beside a message is found there', () => {
  const details = [{ type: 'reasoning.text', text: 'hm', signature: 'seal-three' }]
  const residue = { format: 'openai-chat', fields: { extra: { reasoning_details: details } } } as const
  const messages = [user('a'), assistant('b'), user('c'), { ...assistant('d'), residue }]
  const request = { messages: [{}, {}, {}, { role: 'assistant', content: 'd', reasoning_details: details }] }
  expect(findRefused('messages.3.reasoning_details.0', request, messages)).toBe(3)
  expect(findRefused('messages.3.reasoning_details.1', request, messages)).toBe(undefined)
})

test('an item of Responses is found by its id, its place, or the two ends of its seal', () => {
  const encrypted = 'gAAAAABlongsealDQ=='
  const residue = { format: 'openai-responses', fields: { extra: { id: 'rs_1' } } } as const
  const messages = [user('a'), assistant({ type: 'thinking', text: '', encrypted, residue }, 'b')]
  const request = {
    input: [
      { role: 'user', content: 'a' },
      { type: 'reasoning', encrypted_content: encrypted },
    ],
  }
  for (const place of ['rs_1', 'input[1]', 'gAAA...DQ==']) expect(findRefused(place, request, messages)).toBe(1)
})
