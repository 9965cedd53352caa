import { expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import type { Message } from '../../message/message.ts'
import { wrapSummary } from '../../sealed/wrap-summary.ts'
import { assistant, exchange, user } from '../../testing/build.ts'
import { alignTurns } from './align-turns.ts'

const [u, a, calls] = [user('ask'), assistant('answer'), exchange('ls', 'x')]
const items = (...messages: readonly Message[]) => messages.map((message) => ({ message }))

test('a tail that begins with a turn, or with calls of the turn that follows, stays as it is', () => {
  const cut = { headEnd: 0, tailStart: 2 }
  expect(alignTurns(items(u, a, u, a), cut)).toBe(cut)
  expect(alignTurns(items(u, a, u, ...calls, a, u), { headEnd: 0, tailStart: 3 })).toEqual({ headEnd: 0, tailStart: 3 })
})

test('an answer stays whose calls the tail begins with', () => {
  const view = items(u, a, ...calls, u, a)
  expect(alignTurns(view, { headEnd: 0, tailStart: 2 })).toEqual({ headEnd: 0, tailStart: 2, answer: 1 })
  // After a turn of the user the summary stands for the answer.
  expect(alignTurns(view, { headEnd: 1, tailStart: 2 })).toEqual({ headEnd: 1, tailStart: 2 })
})

test('the answer to the last request stays where nothing but its calls is left', () => {
  const view = items(u, a, u, ...calls, a, ...calls)
  const cut = { headEnd: 0, tailStart: 6, lastUser: 2 }
  expect(alignTurns(view, cut)).toEqual({ ...cut, answer: 5 })
})

test('an earlier summary is no answer, be it made here or in a file', () => {
  const text = wrapSummary({ body: 'x', quotes: [], index: '' }, '')
  const made = { message: assistant('short'), standsFor: [entryId('x'), entryId('y')] }
  for (const summary of [made, { shown: made, message: made.message }, { message: assistant(text) }]) {
    const view = [...items(u), summary, ...items(...calls, u, a)]
    expect(alignTurns(view, { headEnd: 0, tailStart: 2 })).toEqual({ headEnd: 0, tailStart: 4 })
  }
})

test('where they took no turns before, nothing is changed', () => {
  const cut = { headEnd: 0, tailStart: 3 }
  expect(alignTurns(items(u, a, a, ...calls, u), cut)).toBe(cut)
})
