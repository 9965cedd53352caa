import type { Message } from '@palimpsest/core/message'
import { assistant, call, result, system, user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { stepsOf } from './steps.ts'

const history: readonly Message[] = [
  system('s'),
  user('list'),
  assistant(call('ls', {}, 'a'), call('cat', {}, 'b')),
  result('a', 'x'),
  result('b', 'y'),
  assistant('done'),
  user('thanks'),
]

test('each assistant message is one call, with what came since the last one before it', () => {
  const steps = stepsOf(history)
  expect(steps.map(({ reply }) => reply?.at)).toEqual([2, 5, undefined])
  expect(steps[1]?.results.map(({ tool, at }) => [tool, at])).toEqual([
    ['ls', 3],
    ['cat', 4],
  ])
  expect(steps[2]?.others.map(({ at }) => at)).toEqual([6])
})

test('joined again, the steps are the transcript', () => {
  const late = [...history, assistant(call('ls', {}, 'c')), user('wait'), result('c', 'z'), assistant('ok')]
  const joined = stepsOf(late).flatMap(({ results, others, reply }) => [
    ...results.map(({ message }) => message),
    ...others.map(({ message }) => message),
    ...(reply ? [reply.message] : []),
  ])
  expect(joined).toEqual(late)
})

test('what a program wrote in place of a reply is no call, and stays where it stood', () => {
  const line = { type: 'assistant', message: { model: '<synthetic>', content: null } }
  const error: Message = {
    ...assistant('API Error: 529 overloaded'),
    residue: { format: 'claude-code', fields: { lines: [{ at: 3, line }] } },
  }
  const steps = stepsOf([user('list'), error, user('again'), assistant('done')])
  expect(steps).toHaveLength(1)
  expect(steps[0]?.others.map(({ message }) => message)).toEqual([user('list'), error, user('again')])
  expect(steps[0]?.reply?.at).toBe(3)
})

test('nothing said is no step', () => {
  expect(stepsOf([])).toEqual([])
})
