import { expect, test } from 'vitest'
import { assistant, call, result } from '../testing/build.ts'
import { fingerprint } from './fingerprint.ts'

const thought = (text: string, signature = 'sig') => ({ type: 'thinking', text, signature }) as const

test('a copy has the print of what it copies, breakpoints or not', () => {
  const message = result('ls', 'a b')
  expect(fingerprint(structuredClone(message))).toBe(fingerprint(message))
  expect(fingerprint({ ...message, breakpoint: {} })).toBe(fingerprint(message))
})

test('what is said by one part is not what is said by two', () => {
  const prints = [assistant('ab', call('ls')), assistant('a', 'b', call('ls')), assistant('ab', call('sl'))].map(
    fingerprint,
  )
  expect(new Set(prints).size).toBe(3)
})

test('a cache knows what was thought, so a message without its thinking is not what was cached', () => {
  const messages = [
    assistant(thought('hm'), 'So.'),
    assistant(thought('aha'), 'So.'),
    assistant(thought('hm', 'other'), 'So.'),
    assistant('So.'),
  ]
  expect(new Set(messages.map(fingerprint)).size).toBe(4)
})
