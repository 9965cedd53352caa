import { expect, test } from 'vitest'
import { assistant, call, result, user } from '../testing/build.ts'
import { inOrder, inOrderSoFar, interrupted } from './in-order.ts'

const one = assistant(call('one'))
const two = assistant(call('two'))

test('what is in order is left as it is', () => {
  const messages = [user('go'), one, result('one', 'a'), assistant('done'), user('again'), two, result('two', 'b')]
  expect(inOrder(messages)).toBe(messages)
})

test('results that were written among the messages of someone else stand behind their calls', () => {
  const messages = [user('go'), one, user('me too'), two, result('one', 'a'), result('two', 'b')]
  expect(inOrder(messages)).toEqual([user('go'), one, result('one', 'a'), user('me too'), two, result('two', 'b')])
})

test('of a stand-in and the result that came later, the result is shown', () => {
  const standIn = interrupted(result('one', '').callId)
  expect(inOrder([one, standIn, user('me too'), result('one', 'a')])).toEqual([one, result('one', 'a'), user('me too')])
})

test('a call without a result is answered, and a result without a call is left out', () => {
  const messages = [result('gone', 'x'), one, user('me too')]
  expect(inOrder(messages)).toEqual([one, interrupted(result('one', '').callId), user('me too')])
})

test('an id that is used again belongs to each call in turn', () => {
  const messages = [one, user('wait'), result('one', 'a'), one, result('one', 'b')]
  expect(inOrder(messages)).toEqual([one, result('one', 'a'), user('wait'), one, result('one', 'b')])
})

test('calls of one message that share an id have its results in turn, the last ones where there are more', () => {
  const both = assistant(call('ls', {}, 'x'), call('ls', {}, 'x'))
  const inTurn = [both, result('x', 'a'), result('x', 'b'), user('go on')]
  expect(inOrder(inTurn)).toBe(inTurn)
  const late = [both, user('me too'), result('x', 'a'), result('x', 'b')]
  expect(inOrder(late)).toEqual([both, result('x', 'a'), result('x', 'b'), user('me too')])
  const standIn = interrupted(result('x', '').callId)
  expect(inOrder([both, result('x', 'a'), user('me too')])).toEqual([both, result('x', 'a'), standIn, user('me too')])
  expect(inOrder([both, standIn, standIn, user('me too'), result('x', 'a'), result('x', 'b')])).toEqual([
    both,
    result('x', 'a'),
    result('x', 'b'),
    user('me too'),
  ])
})

test('so far, only calls at the very end may be open', () => {
  const standIn = interrupted(result('one', '').callId)
  const both = assistant(call('two'), call('three'))
  expect(inOrderSoFar([one, user('me too'), both, result('three', 'c')])).toEqual([
    one,
    standIn,
    user('me too'),
    both,
    result('three', 'c'),
  ])
  expect(inOrderSoFar([user('go'), result('gone', 'x'), one])).toEqual([user('go'), one])
  expect(inOrderSoFar([one, user('me too')])).toEqual([one, standIn, user('me too')])
})
