import { system, user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import { expect, test } from 'vitest'
import { surroundingsOf, systemMessage } from './synthetic-prompt.ts'

const counter = createCounter()
const tools = [{ kind: 'function', name: 'ls', description: 'Lists files.' }] as const

test.each([500, 5_000, 20_000])('where there is nothing, %i tokens are made up, half of them tools', (tokens) => {
  const made = surroundingsOf({ messages: [user('hi')] }, tokens, counter)
  const inTools = counter.request([], made.tools)
  const inAll = inTools + counter.request(systemMessage(made))
  expect(inAll / tokens).toBeGreaterThan(0.95)
  expect(inAll / tokens).toBeLessThan(1.05)
  expect(inTools / tokens).toBeGreaterThan(0.4)
})

test('what a transcript has is not made up', () => {
  expect(surroundingsOf({ messages: [system('s'), user('hi')], tools }, 5_000, counter)).toEqual({ tools })
  expect(surroundingsOf({ messages: [user('hi')], tools }, 5_000, counter)).toMatchObject({
    tools,
    system: expect.stringContaining('careful'),
  })
  expect(surroundingsOf({ messages: [system('s')] }, 5_000, counter).system).toBeUndefined()
})

test('nothing is made up unless asked for', () => {
  expect(surroundingsOf({ messages: [user('hi')] }, 0, counter)).toEqual({ tools: [] })
})
