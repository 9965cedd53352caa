import { expect, test } from 'vitest'
import { deriveBudget } from '../budget/budget.ts'
import { entryId } from '../log/entry.ts'
import type { Message } from '../message/message.ts'
import { exchange, user } from '../testing/build.ts'
import { createCounter } from '../tokens/count.ts'
import { startDraft } from './draft.ts'
import { squeeze } from './squeeze.ts'

const counter = createCounter()
const budget = deriveBudget({ contextTokens: 32_000 })
const words = (count: number) => Array.from({ length: count }, (_, i) => `item ${i} of the list`).join('\n')

/** A session far above its threshold, in which the user asked for something long before the last calls. */
function squeezed(request: string) {
  const turns = (from: number) => Array.from({ length: 20 }, (_, i) => exchange('ls', words(60), `c${from + i}`)).flat()
  const messages: readonly Message[] = [user('Begin.'), ...turns(0), user(request), ...turns(20)]
  const lastUser = messages.findIndex((message, i) => i > 0 && message.role === 'user')
  const view = messages.map((message, i) => ({ id: entryId(`e${i}`), message }))
  const fit = squeeze(startDraft(view, counter, 0), {
    budget,
    counter,
    lastUser,
    isFirst: true,
    summaryRoom: () => 2_000,
    howToRead: (number) => `Read ${number}.`,
    mustKeep: () => [],
    notables: () => [],
    summary: undefined,
  })
  return { kept: fit.draft.items[lastUser]?.message, said: messages[lastUser], tokens: fit.tokens }
}

test('what the user said last stays whole, and takes its room beside the target', () => {
  const { kept, said, tokens } = squeezed(words(800))
  expect(counter.message(said ?? user(''))).toBeGreaterThan(budget.tailTokens)
  expect(kept).toBe(said)
  expect(tokens).toBeGreaterThan(budget.targetTokens)
  expect(tokens).toBeLessThanOrEqual(0.75 * budget.thresholdTokens)
})

test('what the user said last is spilled where hardly any room would be left beside it', () => {
  const { kept, said, tokens } = squeezed(words(2_500))
  expect(kept).not.toBe(said)
  expect(JSON.stringify(kept)).toContain('persisted-output')
  expect(tokens).toBeLessThanOrEqual(budget.targetTokens)
})
