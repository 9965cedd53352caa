import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveBudget } from '../../budget/budget.ts'
import { entryId } from '../../log/entry.ts'
import type { Message } from '../../message/message.ts'
import { exchange, user } from '../../testing/build.ts'
import { createCounter } from '../../tokens/count.ts'
import { startDraft } from '../plan/view-draft.ts'
import { type Cut, comfortTokens, hasMiddle, isMiddle } from './cut.ts'
import { widen } from './widen.ts'

const counter = createCounter()
const budget = deriveBudget({ contextTokens: 32_000 })
const words = (count: number) => Array.from({ length: count }, (_, i) => `item ${i} of the list`).join('\n')
const calls = (count: number, lines: number) =>
  Array.from({ length: count }, (_, i) => exchange('ls', words(lines), `c${i}`)).flat()

function draftOf(messages: readonly Message[], made: readonly number[] = []) {
  const view = messages.map((message, i) => {
    const id = entryId(`e${i}`)
    return { id, message, ...(made.includes(i) && { standsFor: [entryId(`o${i}`)] }) }
  })
  return startDraft(view, counter, 0)
}

test('a short summary leaves room for messages that are protected by number', () => {
  const draft = draftOf([user('Begin.'), ...calls(40, 5)])
  const narrow = { headEnd: 1, tailStart: draft.items.length - 4 }
  expect(widen(draft, narrow, 500, budget).tailStart).toBe(draft.items.length - budget.protectLastN)
  expect(widen(draft, narrow, budget.thresholdTokens, budget)).toBe(narrow)
})

test('no group is parted, and no more is taken than is comfortable', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 3, maxLength: 30 })
  fc.assert(
    fc.property(sizes, fc.nat(), fc.integer({ min: 100, max: 8_000 }), (lines, at, summaryTokens) => {
      const messages = [user('Begin.'), ...lines.flatMap((count, i) => exchange('ls', words(count), `c${i}`))]
      const draft = draftOf(messages)
      const narrow = { headEnd: 1, tailStart: 1 + 2 * (1 + (at % lines.length)) }
      const wide = widen(draft, narrow, summaryTokens, budget)
      const size = (cut: Cut) =>
        draft.items.reduce((sum, { tokens }, i) => sum + (isMiddle(cut, i) ? 0 : tokens), summaryTokens)
      expect(messages[wide.tailStart]?.role).not.toBe('tool')
      expect(hasMiddle(wide)).toBe(true)
      expect(wide.tailStart).toBeLessThanOrEqual(narrow.tailStart)
      if (wide !== narrow) expect(size(wide)).toBeLessThanOrEqual(comfortTokens(budget, draft))
    }),
  )
})

test('what the user said last is met on the way, and stands in its place', () => {
  const messages = [user('Begin.'), ...calls(20, 5), user('Go on.'), ...calls(4, 5)]
  const lastUser = 41
  const draft = draftOf(messages)
  const wide = widen(draft, { headEnd: 1, tailStart: messages.length - 2, lastUser }, 500, budget)
  // One more than are protected, for a call and its result stay together.
  expect(wide).toEqual({ headEnd: 1, tailStart: messages.length - budget.protectLastN - 1 })
})

test('a line that stands for an original does not stay', () => {
  const messages = [user('Begin.'), ...calls(20, 5)]
  const cleared = messages.length - 7
  const wide = widen(draftOf(messages, [cleared]), { headEnd: 1, tailStart: messages.length - 2 }, 500, budget)
  expect(wide.tailStart).toBe(cleared + 1)
})
