import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assistant, call, result, user } from '../testing/build.ts'
import { conversation } from '../wire/conversation.arbitrary.ts'
import { groups } from './group.ts'
import type { Message } from './message.ts'

test('a call and all its results are one group, whatever their order', () => {
  const history = [user('go'), assistant(call('a'), call('b')), result('b', '2'), result('a', '1'), assistant('done')]
  expect(groups(history).map(({ messages }) => messages.length)).toEqual([1, 3, 1])
})

test('a call without a result is unanswered, a result without a call an orphan', () => {
  const [group] = groups([assistant(call('a'), call('b')), result('a', '1'), result('c', '3')])
  expect(group).toMatchObject({ unanswered: ['b'], orphans: ['c'] })
})

test('results that open a history stay together', () => {
  expect(groups([result('a', '1'), result('b', '2'), user('hi')]).map(({ start }) => start)).toEqual([0, 2])
})

test('joined again, groups are the history', () => {
  fc.assert(
    fc.property(conversation, fc.nat(40), ({ messages }, drop) => {
      const history: readonly Message[] = messages.filter((_, i) => i % 41 !== drop)
      expect(groups(history).flatMap((group) => group.messages)).toEqual(history)
      groups(history).forEach(({ start, messages: [first] }) => {
        expect(history[start]).toBe(first)
      })
    }),
  )
})
