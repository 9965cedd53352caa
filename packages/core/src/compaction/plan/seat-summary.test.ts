import { expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import type { Message } from '../../message/message.ts'
import { assistant, exchange, system, user } from '../../testing/build.ts'
import { joinSummary } from './join-summary.ts'
import { insertSummary, seatOf } from './seat-summary.ts'

const [u, a, calls] = [user('ask'), assistant('answer'), exchange('ls', 'x')]

test.each<[string, readonly Message[], readonly Message[], { at: number; role: string }]>([
  ['nothing before it, the user next', [system('s')], [u, a], { at: 1, role: 'user' }],
  ['nothing before it, the assistant next', [], [a, u], { at: 0, role: 'user' }],
  ['nothing before it, calls and an answer next', [], [...calls, a, u], { at: 0, role: 'user' }],
  ['an answer before it, the user next', [u, a], [u], { at: 2, role: 'user' }],
  ['an answer and calls before it, the user next', [u, a, ...calls], [u], { at: 4, role: 'user' }],
  ['two turns of the user around it', [u, ...calls], [u, a], { at: 3, role: 'assistant' }],
  ['two turns of the user around it, calls next', [u], [...calls, u, a], { at: 1, role: 'assistant' }],
  ['a question before it, its answer next', [u], [a, u], { at: 0, role: 'user' }],
  [
    'a question and calls before it, calls and the answer next',
    [u, ...calls],
    [...calls, a, u],
    { at: 0, role: 'user' },
  ],
  ['a later question before it, its answer next', [u, a, u], [a, u], { at: 2, role: 'user' }],
  ['a question before it, nothing but calls next', [u], calls, { at: 0, role: 'user' }],
])('fits in with %s', (_, before, after, seat) => {
  expect(seatOf([...before, ...after], before.length)).toEqual(seat)
})

const summary = { id: entryId('s'), text: 'Short.', standsFor: [entryId('x'), entryId('y')] }
const seated = (messages: readonly Message[]) =>
  messages.map((message, i) => ({ item: { kind: 'kept', id: entryId(`e${i}`) } as const, message }))

test('calls that would open a conversation are gone with the rest', () => {
  const [made, ...others] = insertSummary(seated([...calls, u, a]), 0, summary)
  expect(made).toMatchObject({ kind: 'made', standsFor: ['x', 'y', 'e0', 'e1'], message: { role: 'user' } })
  expect(others.map(({ id }) => id)).toEqual(['e2', 'e3'])
})

test('calls after an answer stay', () => {
  const items = insertSummary(seated([u, a, ...calls, u]), 2, summary)
  expect(items.map(({ id }) => id)).toEqual(['e0', 'e1', 'e2', 'e3', 's', 'e4'])
})

test('a file shows a summary and what the user says right after it as one message', () => {
  const shown = [
    { id: entryId('s'), message: user('Short.'), standsFor: summary.standsFor },
    { id: entryId('a'), message: user('one') },
    { id: entryId('b'), message: user('two') },
  ]
  expect(joinSummary(shown)).toEqual([user('Short.\n\none'), user('two')])
  expect(joinSummary(shown.slice(1))).toEqual([user('one'), user('two')])
})
