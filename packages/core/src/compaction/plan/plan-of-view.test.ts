import { expect, test } from 'vitest'
import { deriveBudget } from '../../budget/budget.ts'
import type { Occasion } from '../../contract/occasion.ts'
import { entryId } from '../../log/entry.ts'
import type { ViewItem } from '../../store/store.ts'
import { assistant, user } from '../../testing/build.ts'
import { createCounter } from '../../tokens/count.ts'
import { checkPlan } from './check-plan.ts'
import { planFault } from './plan-fault.ts'
import { planOfView } from './plan-of-view.ts'

const said = [user('Count.'), assistant('one '.repeat(500)), user('Go on.')]
const view = said.map((message, index) => ({ id: entryId(`e${index}`), message, index }))
const counter = createCounter()
const occasion: Occasion = {
  trigger: 'manual',
  view,
  overheadTokens: 7,
  budget: deriveBudget({ contextTokens: 1_000 }),
  counter,
  at: 0,
}
const kept = (at: number): ViewItem => ({ kind: 'kept', id: entryId(`e${at}`) })
const mark = (text: string): ViewItem => ({
  kind: 'made',
  id: entryId('mark'),
  message: assistant(text),
  standsFor: [entryId('e1')],
})

test('a plan of a view alone has the form of a plan, can be committed, and measures what it saves', () => {
  const plan = planOfView(occasion, [kept(0), mark('…'), kept(2)])
  expect(planFault(plan)).toBeUndefined()
  if (plan.kind !== 'compact') throw new Error(plan.detail)
  expect(checkPlan(occasion, plan)).toEqual([])
  const after = counter.request([user('Count.'), assistant('…'), user('Go on.')])
  expect(plan.saved.summarised).toBe(counter.request(said) - after)
  expect(plan.floorTokens).toBe(after + 7)
})

test('what an engine tells is taken as it is', () => {
  const plan = planOfView(occasion, [kept(0), mark('…'), kept(2)], { memo: { gone: 1 }, flags: ['odd'] })
  expect(plan).toMatchObject({ kind: 'compact', memo: { gone: 1 }, flags: ['odd'] })
})

test('a view that is not smaller is no gain', () => {
  expect(planOfView(occasion, [kept(0), mark('one '.repeat(900)), kept(2)])).toMatchObject({ reason: 'no-gain' })
})
