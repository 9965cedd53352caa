import type { Message } from '@palimpsest/core/message'
import { assistant, user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import { expect, test } from 'vitest'
import { createSender, sentCounter } from './sent.ts'

const bare = assistant({ type: 'thinking', text: 'hm '.repeat(100) }, 'hello')
const sealed = assistant({ type: 'thinking', text: 'hm', signature: 'abc' }, 'hello')

test('thinking is sent again only under its seal', () => {
  const send = createSender()
  expect(send(bare)).toEqual(assistant('hello'))
  expect(send(sealed)).toBe(sealed)
  const said: Message = user('hi')
  expect(send(said)).toBe(said)
})

test('the same message is the same object every time, so that it is read once', () => {
  const send = createSender()
  expect(send(bare)).toBe(send(bare))
})

test('what is not sent does not count', () => {
  const counter = createCounter()
  const counted = sentCounter(counter, createSender())
  expect(counted.message(bare)).toBe(counter.message(assistant('hello')))
  expect(counted.request([bare, sealed])).toBe(counter.request([assistant('hello'), sealed]))
})
