import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { createContext } from './create-context.ts'
import { anthropicHost as host } from './host.arbitrary.ts'
import type { ContextEvent } from './options/context-options.ts'

test.each([
  [undefined, 'undefined'],
  [null, 'null'],
  ['Done.', '"Done."'],
  [{}, 'an object'],
  [[], 'a list'],
  [new Error('refused'), 'an error'],
])('observing what is no answer is told in plain words: %j', async (said, words) => {
  const events: ContextEvent[] = []
  const context = await createContext({ store: createMemoryStore(), onEvent: (event) => events.push(event) })
  const chat = context.conversation('c')
  const { observe } = await chat.prepare(host.body([host.user('Hi')]))
  await chat.observe(said as object)
  await observe(said as object)
  const message = `observe takes a reply, or what was counted for it. It was given ${words} that is neither.`
  expect(events).toEqual([0, 1].map(() => ({ kind: 'problem', conversation: 'c', at: 'observe', message })))
})

test.each(['off', 'observe'] as const)('nothing is compacted by hand in the mode %s, and it says so', async (mode) => {
  const context = await createContext({ store: createMemoryStore(), mode })
  const chat = context.conversation('c')
  await chat.prepare(host.body([host.user('Hi')]))
  expect(await chat.compact()).toEqual({
    kind: 'unchanged',
    detail: `Nothing is compacted in the mode "${mode}".`,
  })
})
