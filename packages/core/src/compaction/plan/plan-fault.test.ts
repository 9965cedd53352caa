import { expect, test } from 'vitest'
import type { Plan } from '../../contract/plan.ts'
import { entryId } from '../../log/entry.ts'
import { user } from '../../testing/build.ts'
import { planFault } from './plan-fault.ts'
import { nothingSaved } from './view-draft.ts'

const sound: Plan = {
  kind: 'compact',
  view: [
    { kind: 'kept', id: entryId('a') },
    { kind: 'made', id: entryId('b'), message: user('Summary.'), standsFor: [entryId('c')] },
  ],
  memo: { version: 1, list: [null, 1.5, true], gone: undefined },
  constraints: ['Never.'],
  saved: nothingSaved,
  summary: { by: 'model', model: 'm', tokens: 1, chunks: 1, coverage: 1 },
  summarisedMessages: 1,
  survival: { files: { inContext: 1, total: 2 } },
  flags: [],
  failures: [{ model: 'm', cause: 'timeout', message: 'late' }],
  floorTokens: 1,
}

test('a plan of every kind has the form of one', () => {
  expect(planFault(sound)).toBeUndefined()
  expect(planFault({ kind: 'unchanged', reason: 'no-gain', detail: '' })).toBeUndefined()
  expect(planFault({ kind: 'deferred', until: 1, detail: '' })).toBeUndefined()
})

const circle: Record<string, unknown> = {}
circle.self = circle

test.each([
  [undefined, 'plan: expected an object'],
  ['compact', 'plan: expected an object'],
  [[], 'plan: expected an object'],
  [{}, 'plan.kind: expected'],
  [{ kind: 'unchanged', reason: 'tired', detail: '' }, 'plan.reason: expected'],
  [{ kind: 'deferred', until: 'soon', detail: '' }, 'plan.until: expected a number'],
  [{ ...sound, view: {} }, 'plan.view: expected a list'],
  [{ ...sound, view: [{ kind: 'made', id: 'x', message: 'hello', standsFor: [] }] }, 'plan.view[0].message'],
  [{ ...sound, view: [{ kind: 'made', id: 'x', message: user('x') }] }, 'plan.view[0].standsFor: expected a list'],
  [{ ...sound, view: [{ kind: 'kept', id: 7 }] }, 'plan.view[0].id: expected a string'],
  [{ ...sound, memo: undefined }, 'plan.memo: expected a JSON value'],
  [{ ...sound, memo: { at: new Date(0) } }, 'plan.memo.at: expected a JSON value'],
  [{ ...sound, memo: () => 1 }, 'plan.memo: expected a JSON value'],
  [{ ...sound, memo: circle }, 'the plan cannot be read'],
  [{ ...sound, constraints: [1] }, 'plan.constraints[0]: expected a string'],
  [{ ...sound, saved: { ...nothingSaved, cleared: Number.NaN } }, 'plan.saved.cleared: expected a number'],
  [{ ...sound, summary: { ...sound.summary, by: 'me' } }, 'plan.summary.by: expected'],
  [{ ...sound, survival: { files: 3 } }, 'plan.survival.files: expected an object'],
  [{ ...sound, failures: ['m'] }, 'plan.failures[0]: expected an object'],
])('%# junk is named by its place', (value, words) => {
  expect(planFault(value)).toContain(words)
})
