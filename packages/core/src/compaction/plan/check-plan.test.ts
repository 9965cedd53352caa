import { expect, test } from 'vitest'
import { deriveBudget } from '../../budget/budget.ts'
import type { Occasion } from '../../contract/occasion.ts'
import { type EntryId, entryId } from '../../log/entry.ts'
import type { Message } from '../../message/message.ts'
import type { ViewItem } from '../../store/store.ts'
import { assistant, exchange, user } from '../../testing/build.ts'
import { createCounter } from '../../tokens/count.ts'
import { checkPlan } from './check-plan.ts'
import { nothingSaved } from './view-draft.ts'

const said = [
  user('Sort it. Never use tabs.'),
  ...exchange('ls', 'a '.repeat(400)),
  assistant('Sorted.'),
  user('Now test it.'),
]
const occasion: Occasion = {
  trigger: 'manual',
  view: said.map((message, i) => ({ id: entryId(`e${i}`), index: i, message })),
  overheadTokens: 10,
  budget: deriveBudget({ contextTokens: 16_000 }),
  counter: createCounter(),
  at: 0,
}

const kept = (n: number): ViewItem => ({ kind: 'kept', id: entryId(`e${n}`) })
const made = (message: Message, ...of: readonly number[]): ViewItem => ({
  kind: 'made',
  id: entryId('m'),
  message,
  standsFor: of.map((n): EntryId => entryId(`e${n}`)),
})

function planOf(view: readonly ViewItem[], constraints: readonly string[] = []) {
  return {
    kind: 'compact',
    view,
    memo: null,
    constraints,
    saved: nothingSaved,
    summary: { by: 'none', tokens: 0, chunks: 0, coverage: 1 },
    summarisedMessages: 0,
    survival: {},
    flags: [],
    failures: [],
    floorTokens: 0,
  } as const
}

function faults(view: readonly ViewItem[], constraints: readonly string[] = []) {
  return checkPlan(occasion, planOf(view, constraints)).map(({ kind }) => kind)
}

const summary = user('Never use tabs. Summary.')

test('a view that stands for everything and is smaller may be committed', () => {
  expect(faults([made(summary, 0, 1, 2, 3), kept(4)], ['Never use tabs.'])).toEqual([])
})

test('a view that is not smaller is refused', () => {
  expect(faults([0, 1, 2, 3, 4].map(kept))).toEqual(['not-smaller'])
})

test('a call without its result is refused', () => {
  expect(faults([made(summary, 0, 2, 3), kept(1), kept(4)])).toContain('parts-group')
})

test('an entry that nothing stands for is refused', () => {
  expect(faults([made(summary, 0, 1, 2), kept(4)])).toEqual(['drops-entry'])
})

test('an entry of elsewhere, or shown twice, or out of order is refused', () => {
  expect(faults([made(summary, 0, 1, 2, 3, 9), kept(4)])).toEqual(['unknown-entry'])
  expect(faults([made(summary, 0, 1, 2, 3, 4), kept(4)])).toContain('out-of-order')
  expect(faults([kept(4), made(summary, 1, 2), kept(0), kept(3)])).toContain('out-of-order')
})

test('a view that hides what the user asked for last is refused', () => {
  expect(faults([made(summary, 0, 1, 2, 3, 4)])).toEqual(['buries-request'])
})

test('a view in which somebody would speak twice in a row is refused, unless somebody did before', () => {
  const summary = (role: 'user' | 'assistant'): Message => ({ role, parts: [{ type: 'text', text: 'Short.' }] })
  const between = planOf([kept(0), made(summary('assistant'), 1, 2), kept(3), kept(4)])
  expect(checkPlan(occasion, between)).toEqual([{ kind: 'breaks-turns' }])
  const afterCalls = planOf([kept(0), kept(1), kept(2), made(summary('user'), 3), kept(4)])
  expect(checkPlan(occasion, afterCalls)).toContainEqual({ kind: 'breaks-turns' })
  // Right before a message of the user it is one turn with it.
  expect(checkPlan(occasion, planOf([made(summary('user'), 1, 2), kept(0), kept(3), kept(4)]))).toEqual([])
  expect(checkPlan(occasion, planOf([kept(0), made(summary('user'), 1, 2), kept(3), kept(4)]))).toEqual([])
  expect(checkPlan(occasion, planOf([made(summary('user'), 0, 1, 2, 3), kept(4)]))).toEqual([])
  const [first, ...rest] = occasion.view
  if (first === undefined) expect.unreachable()
  const unruly = { ...occasion, view: [{ ...first, message: assistant('Hello.') }, ...rest] }
  expect(checkPlan(unruly, between)).toEqual([])
})

test('a view after which the other one would be next is refused', () => {
  const [ask, list, listed, answer] = said
  const ended = [ask, answer, list, listed].flatMap((message, i) =>
    message === undefined ? [] : [{ id: entryId(`e${i}`), index: i, message }],
  )
  const asked = { ...occasion, view: ended }
  expect(checkPlan(asked, planOf([made(user('Short.'), 1), kept(0), kept(2), kept(3)]))).toContainEqual({
    kind: 'breaks-turns',
  })
})

test('a view in which no user speaks is refused', () => {
  expect(faults([made(assistant('Summary.'), 0, 1, 2, 3, 4)])).toContain('no-user-text')
})

test('a view without a standing rule is refused', () => {
  expect(faults([made(user('Summary.'), 0, 1, 2, 3), kept(4)], ['Never use tabs.'])).toEqual(['loses-constraint'])
})

test('a rule that the ledger has without its secret is not lost while its message is kept', () => {
  const secret = user(`Never use ghp_${'aB3dE6gH9jK2'.repeat(3)} for this.`)
  const view = occasion.view.with(0, { id: entryId('e0'), index: 0, message: secret })
  const told = (items: readonly ViewItem[]) =>
    checkPlan({ ...occasion, view }, planOf(items, ['Never use [REDACTED] for this.'])).map(({ kind }) => kind)
  expect(told([kept(0), made(assistant('Sorted.'), 1, 2, 3), kept(4)])).toEqual([])
  expect(told([made(user('Summary.'), 0, 1, 2, 3), kept(4)])).toEqual(['loses-constraint'])
})

test('where no user spoke before, a view without one may be committed', () => {
  const view = occasion.view.filter(({ message }) => message.role !== 'user')
  const plan = planOf([made(assistant('Sorted.'), 1, 2, 3)])
  expect(checkPlan({ ...occasion, view }, plan)).toEqual([])
})

test('a text that must survive gates the commit like a rule', () => {
  const asked = { ...occasion, mustSurvive: ['Port 8080.'] }
  const view = [made(summary, 0, 1, 2, 3), kept(4)]
  expect(checkPlan(asked, planOf(view))).toEqual([{ kind: 'loses-constraint', text: 'Port 8080.' }])
  expect(checkPlan(asked, planOf([made(user('Port 8080.'), 0, 1, 2, 3), kept(4)]))).toEqual([])
})
