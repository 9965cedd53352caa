import { expect, test } from 'vitest'
import { deriveBudget } from '../budget/budget.ts'
import type { Occasion } from '../contract/occasion.ts'
import type { Json } from '../json.ts'
import { ran, shown } from '../ledger/entities/told-state.arbitrary.ts'
import { ledgerSince } from '../ledger/ledger-since.ts'
import { user } from '../testing/build.ts'
import { createCounter } from '../tokens/count.ts'
import { planCompaction } from './plan-compaction.ts'
import { withTaskState } from './with-task-state.ts'

const token = `ghp_${'aB3dE6gH9jK2'.repeat(3)}`
const said = shown(
  user('Ship it.'),
  ran('git checkout -b one'),
  ran(`API=${token} npm run dev &`),
  ran('git switch two'),
)
const occasion: Occasion = {
  trigger: 'manual',
  view: said,
  overheadTokens: 0,
  budget: deriveBudget({ contextTokens: 16_000 }),
  counter: createCounter(),
  at: 0,
}
const statesIn = (asked: Occasion) => asked.taskState?.().map(({ name, state, at }) => [name, state, at])

test('every engine is handed what the task stands at, without secrets', async () => {
  const told: unknown[] = []
  const engine = {
    name: 'curious',
    contract: 1,
    shouldCompress: () => true,
    hasContentToCompress: () => true,
    compress: async (asked: Occasion) => {
      told.push(statesIn(asked))
      return { kind: 'unchanged', reason: 'no-gain', detail: 'It only looked.' } as const
    },
  }
  await planCompaction({ engine }, occasion, new AbortController().signal)
  expect(told).toEqual([
    [
      ['two', 'current', 6],
      ['npm run dev', 'running', 4],
      ['one', 'left', 2],
    ],
  ])
  expect(JSON.stringify(withTaskState(occasion).taskState?.())).not.toContain('ghp_')
})

test('nothing is read before it is asked for, and once at most', () => {
  let reads = 0
  const counted = new Proxy(said, {
    get: (target, key) => {
      if (key === 'filter') reads++
      return Reflect.get(target, key)
    },
  })
  const asked = withTaskState({ ...occasion, view: counted })
  expect(reads).toBe(0)
  asked.taskState?.()
  asked.taskState?.()
  expect(reads).toBe(1)
})

test('it goes on from the ledger that an engine keeps in its memo', () => {
  const memo = JSON.parse(JSON.stringify(ledgerSince(undefined, said.slice(0, 5)))) as Json
  const all = statesIn(withTaskState(occasion))
  expect(statesIn(withTaskState({ ...occasion, memo }))).toEqual(all)
  expect(statesIn(withTaskState({ ...occasion, view: said.slice(5), memo }))).toEqual(all)
  expect(statesIn(withTaskState({ ...occasion, memo: { mine: true } }))).toEqual(all)
})
