import { expect, test } from 'vitest'
import { deriveBudget } from '../../budget/budget.ts'
import { entryId } from '../../log/entry.ts'
import type { Message } from '../../message/message.ts'
import { assistant, call, exchange, result, user } from '../../testing/build.ts'
import { createCounter } from '../../tokens/count.ts'
import { startDraft } from '../plan/view-draft.ts'
import { isMiddle } from './cut.ts'
import { squeeze } from './squeeze.ts'

const counter = createCounter()
const budget = deriveBudget({ contextTokens: 32_000 })
const comfort = Math.min(0.75 * budget.thresholdTokens, budget.targetTokens + 2_000)
const words = (count: number) => Array.from({ length: count }, (_, i) => `item ${i} of the list`).join('\n')

function squeezeThe(messages: readonly Message[], lastUser: number, overheadTokens = 0) {
  const view = messages.map((message, i) => ({ id: entryId(`e${i}`), message }))
  const fit = squeeze(startDraft(view, counter, overheadTokens), {
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
  const isWhole = (at: number) => !isMiddle(fit.cut, at) && fit.draft.items[at]?.message === messages[at]
  return { ...fit, whole: messages.map((_, at) => isWhole(at)) }
}

const turns = (from: number, lines = 60) =>
  Array.from({ length: 20 }, (_, i) => exchange('ls', words(lines), `c${from + i}`)).flat()

/** A session far above its threshold, in which the user asked for something long before the last calls. */
function squeezed(request: string) {
  const messages: readonly Message[] = [user('Begin.'), ...turns(0), user(request), ...turns(20)]
  const lastUser = messages.findIndex((message, i) => i > 0 && message.role === 'user')
  const fit = squeezeThe(messages, lastUser)
  return { kept: fit.draft.items[lastUser]?.message, said: messages[lastUser], tokens: fit.tokens }
}

test('a giant among the last messages is spilled, and all others of them stay whole', () => {
  const messages = [user('Begin.'), ...turns(0), ...exchange('cat', words(3_000), 'big'), ...turns(20, 3).slice(-18)]
  const { whole, tokens } = squeezeThe(messages, 0)
  const last = whole.slice(-budget.protectLastN)
  expect(last).toEqual(last.map((_, i) => i !== 1))
  expect(tokens).toBeLessThanOrEqual(comfort)
})

test('what a call among the last messages wrote is shortened where it is a giant', () => {
  const write = assistant(call('write', { path: 'a.txt', content: words(3_000) }, 'big'))
  const messages = [user('Begin.'), ...turns(0), write, result('big', 'Written.'), ...turns(20, 3).slice(-18)]
  const { whole } = squeezeThe(messages, 0)
  expect(whole.slice(-budget.protectLastN).filter((isWhole) => !isWhole)).toHaveLength(1)
})

test('where not all of the last messages fit, as many stay as fit', () => {
  const { whole, tokens } = squeezeThe([user('Begin.'), ...turns(0), ...turns(20, 130)], 0)
  const kept = whole.length - whole.indexOf(true, 1)
  const each = counter.message(result('c', words(130)))
  expect(whole.slice(-kept).every((isWhole) => isWhole)).toBe(true)
  expect(kept).toBeGreaterThan(2)
  expect(tokens).toBeLessThanOrEqual(comfort)
  expect(tokens).toBeGreaterThan(comfort - 2 * each)
})

test('the last messages stay beside a system prompt that takes more than the target', () => {
  const { whole, tokens } = squeezeThe([user('Begin.'), ...turns(0), ...turns(20, 3)], 0, 0.6 * budget.thresholdTokens)
  expect(whole.slice(-budget.protectLastN)).not.toContain(false)
  expect(tokens).toBeGreaterThan(budget.targetTokens)
  expect(tokens).toBeLessThan(0.9 * budget.thresholdTokens)
})

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
  expect(tokens).toBeLessThanOrEqual(comfort)
})
