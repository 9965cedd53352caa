import { expect, test } from 'vitest'
import type { AssistantMessage, OpaquePart } from '../message/message.ts'
import { assistant, call, user } from '../testing/build.ts'
import { hasSeal, hasThinking, withoutThinking } from './without-thinking.ts'

const thought = { type: 'thinking', text: 'hm', signature: 'seal' } as const

test('the words and calls of a message stay, its thinking goes', () => {
  const message = assistant(thought, 'Yes.', { type: 'thinking', text: '', redacted: 'x' }, call('ls'))
  expect(withoutThinking(message)).toEqual(assistant('Yes.', call('ls')))
  expect(withoutThinking(message)).toBe(withoutThinking(message))
})

test('a message that thought nothing stays the very same', () => {
  const [said, asked] = [assistant('Yes.'), user('hello')]
  expect(withoutThinking(said)).toBe(said)
  expect(withoutThinking(asked)).toBe(asked)
  expect(hasThinking(asked)).toBe(false)
})

test('seals that Chat keeps beside a message go with it, other fields stay', () => {
  const details = [{ type: 'reasoning.text', text: 'hm', signature: 'seal' }]
  const beside = (extra: object): AssistantMessage => ({
    ...assistant('Yes.'),
    residue: { format: 'openai-chat', fields: { extra: { ...extra } } },
  })
  expect(withoutThinking(beside({ reasoning_details: details }))).toEqual(assistant('Yes.'))
  expect(withoutThinking(beside({ reasoning_details: details, name: 'bot' }))).toEqual(beside({ name: 'bot' }))
})

test('a seal that Google puts on a call goes too, and the call stays', () => {
  const extra = { extra_content: { google: { thought_signature: 'seal' } } }
  const sealed = { ...call('ls'), residue: { format: 'openai-chat', fields: { extra } } } as const
  expect(hasSeal(assistant(sealed))).toBe(true)
  expect(withoutThinking(assistant('Yes.', sealed))).toEqual(assistant('Yes.', call('ls')))
})

test('items that only Responses can read are thinking, blocks of others are not', () => {
  const opaque = (format: OpaquePart['format']): OpaquePart => ({
    type: 'opaque',
    format,
    value: { type: 'compaction', encrypted_content: 'x' },
  })
  expect(withoutThinking(assistant(opaque('openai-responses'), 'Yes.'))).toEqual(assistant('Yes.'))
  expect(hasThinking(assistant(opaque('anthropic')))).toBe(false)
})

test('thinking without a seal is none that could be sent back', () => {
  expect(hasSeal(assistant({ type: 'thinking', text: 'hm' }, 'Yes.'))).toBe(false)
  expect(hasSeal(assistant(thought, 'Yes.'))).toBe(true)
})

test('an item of Responses that is left alone loses the id that ties it to its reasoning', () => {
  const residue = (fields: object) => ({ format: 'openai-responses', fields: { ...fields } }) as const
  const message = assistant(
    { type: 'thinking', text: '', encrypted: 'x', residue: residue({ extra: { id: 'rs_1' } }) },
    { ...call('ls'), residue: residue({ extra: { id: 'fc_1', status: 'completed' } }) },
    { type: 'text', text: 'Yes.', residue: residue({ item: { id: 'msg_1' } }) },
  )
  expect(withoutThinking(message).parts).toEqual([
    { ...call('ls'), residue: residue({ extra: { status: 'completed' } }) },
    { type: 'text', text: 'Yes.' },
  ])
})
