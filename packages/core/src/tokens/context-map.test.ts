import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assistant, call, result, system, user } from '../testing/build.ts'
import { conversation } from '../wire/conversation.arbitrary.ts'
import { contextMap } from './context-map.ts'
import { createCounter } from './count.ts'

const counter = createCounter({ countText: (text) => text.length })
const messages = [
  system('rules'),
  user('go'),
  assistant('Looking.', call('read', { path: 'a.ts' }, 'c1'), call('run', { command: 'npm test', timeout: 5 }, 'c2')),
  result('c1', 'x'.repeat(500)),
  result('c2', 'y'.repeat(900)),
  result('c9', 'nobody asked'),
]

test('shares add up to the whole request', () => {
  fc.assert(
    fc.property(conversation, (transcript) => {
      const map = contextMap(transcript, counter)
      expect(map.tokens).toBe(counter.request(transcript.messages, transcript.tools))
      expect(Object.values(map.shares).reduce((sum, share) => sum + share, 0)).toBe(map.tokens)
      expect(map.tools.reduce((sum, { resultTokens }) => sum + resultTokens, 0)).toBe(map.shares.toolResults)
    }),
  )
})

test('tools come dearest first, with what nobody called told apart', () => {
  const { tools } = contextMap({ messages }, counter)
  expect(tools.map(({ name, calls }) => [name, calls])).toEqual([
    ['run', 1],
    ['read', 1],
    ['(unknown tool)', 0],
  ])
})

test('the largest items come first, known by what was asked', () => {
  const { largest } = contextMap({ messages }, counter, { largest: 2 })
  expect(largest).toMatchObject([
    { index: 4, role: 'tool', tool: 'run', hint: 'npm test' },
    { index: 3, role: 'tool', tool: 'read', hint: 'a.ts' },
  ])
})

test('a long path is cut in its middle, so that the name of its file can be read', () => {
  const path = `/home/someone/${'deeply/nested/'.repeat(5)}parse-flags.ts`
  const messages = [assistant(call('read', { path })), result('read', 'x'.repeat(100))]
  const [item] = contextMap({ messages }, createCounter()).largest
  expect(item?.hint).toMatch(/^read \/home\/someone.*….*\/parse-flags\.ts$/)
  expect([...(item?.hint ?? '')].length).toBe(60)
})

test('a hint is one short line', () => {
  const [item] = contextMap({ messages: [user(`first\n\tline ${'😀'.repeat(300)}`)] }, counter).largest
  expect(item?.hint).toMatch(/^first line 😀+…$/u)
  expect([...(item?.hint ?? '')].length).toBe(60)
  expect(item?.hint.isWellFormed()).toBe(true)
})
