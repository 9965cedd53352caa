import { expect, test } from 'vitest'
import { assistant, call, result, user } from '../testing/build.ts'
import { uniqueIds } from './unique-ids.ts'

const twice = assistant(call('ls', { at: 'a' }, 'x'), call('ls', { at: 'b' }, 'x'))

test('ids that differ are left as they are', () => {
  const messages = [user('go'), assistant(call('one'), call('two')), result('two', 'b'), result('one', 'a')]
  uniqueIds(messages).forEach((message, i) => {
    expect(message).toBe(messages[i])
  })
})

test('calls of one message that share an id get their own, and their results with them', () => {
  expect(uniqueIds([twice, result('x', 'a'), result('x', 'b')])).toEqual([
    assistant(call('ls', { at: 'a' }, 'x'), call('ls', { at: 'b' }, 'x_2')),
    result('x', 'a'),
    result('x_2', 'b'),
  ])
})

test('an id that is used again later gets another one, which is no one else’s', () => {
  const once = assistant(call('ls', {}, 'x'))
  const taken = assistant(call('ls', {}, 'x_2'))
  const messages = [taken, result('x_2', 'a'), once, result('x', 'b'), once, result('x', 'c')]
  const ids = uniqueIds(messages).flatMap((message) => (message.role === 'tool' ? [message.callId] : []))
  expect(ids).toEqual(['x_2', 'x', 'x_3'])
})

test('what comes later changes nothing before it', () => {
  const messages = [twice, result('x', 'a'), result('x', 'b'), user('more'), twice, result('x', 'c'), result('x', 'd')]
  const all = uniqueIds(messages)
  for (let end = 0; end <= messages.length; end++) expect(uniqueIds(messages.slice(0, end))).toEqual(all.slice(0, end))
})
