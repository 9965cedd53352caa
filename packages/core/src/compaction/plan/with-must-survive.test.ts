import { expect, test } from 'vitest'
import { deriveBudget } from '../../budget/budget.ts'
import type { Occasion } from '../../contract/occasion.ts'
import type { Plan } from '../../contract/plan.ts'
import { entryId } from '../../log/entry.ts'
import type { Message } from '../../message/message.ts'
import { keptNote } from '../../sealed/own-text.ts'
import type { ViewItem } from '../../store/store.ts'
import { assistant, exchange, system, user } from '../../testing/build.ts'
import { createCounter } from '../../tokens/count.ts'
import { checkPlan, plannedMessages } from './check-plan.ts'
import { nothingSaved } from './view-draft.ts'
import { withMustSurvive } from './with-must-survive.ts'

const said = [
  system('Be brief.'),
  user('Sort it.'),
  ...exchange('ls', 'a '.repeat(900)),
  assistant('Ok.'),
  user('Test it.'),
]
const occasion: Occasion = {
  trigger: 'manual',
  view: said.map((message, i) => ({ id: entryId(`e${i}`), index: i, message })),
  overheadTokens: 0,
  budget: deriveBudget({ contextTokens: 16_000 }),
  counter: createCounter(),
  at: 0,
  mustSurvive: ['Port 8080.', 'Two\nlines'],
}
const kept = (n: number): ViewItem => ({ kind: 'kept', id: entryId(`e${n}`) })
const made = (message: Message, ...of: readonly number[]): ViewItem => ({
  kind: 'made',
  id: entryId('m'),
  message,
  standsFor: of.map((n) => entryId(`e${n}`)),
})
const planOf = (view: readonly ViewItem[]): Extract<Plan, { kind: 'compact' }> => ({
  kind: 'compact',
  view,
  memo: null,
  constraints: [],
  saved: nothingSaved,
  summary: { by: 'none', tokens: 0, chunks: 0, coverage: 1 },
  summarisedMessages: 0,
  survival: {},
  flags: [],
  failures: [],
  floorTokens: 0,
})

function held(plan: Extract<Plan, { kind: 'compact' }>, asked = occasion) {
  const after = withMustSurvive(asked, plan, () => entryId('note'))
  if (after.kind !== 'compact') expect.unreachable(after.kind)
  expect(checkPlan(asked, after)).toEqual([])
  const gained = Object.values(after.saved).reduce((sum, tokens) => sum + tokens, 0)
  const tokens = (each: typeof plan) => asked.counter.request(plannedMessages(asked, each))
  expect(gained).toBe(tokens(plan) - tokens(after))
  return plannedMessages(asked, after)
}

test('what must survive goes to the end of the summary', () => {
  const messages = held(planOf([kept(0), made(user('Summary.'), 1, 2, 3, 4), kept(5)]))
  expect(messages).toHaveLength(3)
  expect(messages[1]).toEqual(user(`Summary.\n\n${keptNote(['Port 8080.', 'Two\nlines'])}`))
})

test('without a summary it stands before the last request', () => {
  const short = made({ role: 'tool', callId: 'ls' as never, parts: [{ type: 'text', text: 'a' }] }, 3)
  const messages = held(planOf([kept(0), kept(1), kept(2), short, kept(4), kept(5)]))
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user', 'user'])
  expect(JSON.stringify(messages[5])).toContain('Port 8080.')
})

test('what the view shows already is not said twice, and still gates', () => {
  const plan = planOf([kept(0), made(user('Port 8080. Two\nlines'), 1, 2, 3, 4), kept(5)])
  const after = withMustSurvive(occasion, plan, () => entryId('note'))
  expect(after).toEqual({ ...plan, constraints: ['Port 8080.', 'Two\nlines'] })
})

test('a plan that would be larger for it is none', () => {
  const asked = { ...occasion, mustSurvive: ['long '.repeat(3_000)] }
  const plan = planOf([kept(0), made(user('Summary.'), 1, 2, 3, 4), kept(5)])
  expect(withMustSurvive(asked, plan, () => entryId('note'))).toMatchObject({ kind: 'unchanged', reason: 'no-gain' })
})
