import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import { groups } from '../../message/group.ts'
import type { Message } from '../../message/message.ts'
import { assistant, call, exchange, result, system, user } from '../../testing/build.ts'
import type { DraftItem } from '../plan/view-draft.ts'
import { cut, hasMiddle, isMiddle } from './cut.ts'

/** Every message costs one token, so budgets below read as message counts. */
function items(messages: readonly Message[]): readonly DraftItem[] {
  return messages.map((message, i) => ({ shown: { id: entryId(`e${i}`), message }, message, tokens: 1 }))
}

const options = { protectFirstN: 1, protectLastN: 1, tailTokens: 3, mostHeadTokens: 50, mostTailTokens: 100 }
const history = [
  system('rules'),
  user('list'),
  ...exchange('ls', 'a b'),
  assistant('two'),
  user('more'),
  ...exchange('cat', 'x'),
  assistant('done'),
]

test('the head is the system prompt and the first messages, the tail what fits at the end', () => {
  expect(cut(items(history), 5, options)).toEqual({ headEnd: 2, tailStart: 5 })
})

test('a call is never parted from its results, on either side', () => {
  expect(cut(items(history), undefined, { ...options, tailTokens: 2 }).tailStart).toBe(8)
  expect(cut(items(history), undefined, { ...options, protectFirstN: 2 }).headEnd).toBe(4)
})

test('the last thing the user said stays, however far back', () => {
  const long = [user('go'), ...Array.from({ length: 20 }, (_, i) => exchange('ls', 'x', `c${i}`)).flat()]
  const where = cut(items(long), 0, { ...options, protectFirstN: 0 })
  expect(where).toEqual({ headEnd: 0, tailStart: 39, lastUser: 0 })
  expect(isMiddle(where, 0)).toBe(false)
  expect(isMiddle(where, 1)).toBe(true)
})

test('a question right before the tail joins its answer', () => {
  const asked = [user('a'), assistant('b'), assistant('c'), user('why?'), assistant('so')]
  expect(cut(items(asked), 3, { ...options, tailTokens: 1 }).tailStart).toBe(3)
})

test('protected messages are kept beyond the tokens of the tail, but not beyond all bounds', () => {
  expect(cut(items(history), undefined, { ...options, protectLastN: 5 }).tailStart).toBe(4)
  expect(cut(items(history), undefined, { ...options, protectLastN: 5, mostTailTokens: 3 }).tailStart).toBe(6)
})

test('a call that is still unanswered at the end stays', () => {
  const pending = [user('a'), assistant('b'), user('c'), assistant(call('x'), call('y')), result('x', '1')]
  expect(cut(items(pending), 2, { ...options, tailTokens: 0 }).tailStart).toBeLessThanOrEqual(3)
})

const anyMessage = fc.constantFrom<readonly Message[]>(
  [user('u')],
  [assistant('a')],
  exchange('t', 'r'),
  [assistant(call('p'), call('q')), result('p', '1'), result('q', '2')],
  [result('lost', 'orphan')],
)
const anyHistory = fc.array(anyMessage, { maxLength: 40 }).map((all) => all.flat())

test('for every history: head, middle and tail are the whole, and no call is parted from its results', () => {
  const numbers = fc.nat({ max: 12 })
  fc.assert(
    fc.property(anyHistory, numbers, numbers, numbers, (messages, first, last, tokens) => {
      const lastUser = messages.findLastIndex(({ role }) => role === 'user')
      const where = cut(items(messages), lastUser === -1 ? undefined : lastUser, {
        protectFirstN: first,
        protectLastN: last,
        tailTokens: tokens,
        mostHeadTokens: tokens,
        mostTailTokens: 2 * tokens,
      })
      expect(where.headEnd).toBeLessThanOrEqual(where.tailStart)
      const middle = messages.map((_, at) => isMiddle(where, at))
      expect(middle.includes(true)).toBe(hasMiddle(where))
      if (lastUser !== -1) expect(middle[lastUser]).toBe(false)
      for (const { start, messages: together } of groups(messages)) {
        if (together[0]?.role !== 'assistant') continue
        const sides = new Set(middle.slice(start, start + together.length))
        expect(sides.size).toBe(1)
      }
    }),
  )
})
