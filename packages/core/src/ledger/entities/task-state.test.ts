import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '../../message/message.ts'
import { user } from '../../testing/build.ts'
import { emptyLedger, openLedger } from '../ledger.ts'
import { createFactReader, readFacts } from '../read-facts.ts'
import { isStateLine, readStateLine, renderState, stateLines } from './render-state.ts'
import { taskState } from './task-state.ts'
import { did, ledgerOf, ran, shown } from './told-state.arbitrary.ts'

const todos = [
  { content: 'Parse', status: 'completed' },
  { content: 'Print', status: 'pending' },
  { content: 'Check', status: 'in_progress' },
]
const talk = [
  user('Fix issue #12.'),
  ran('git checkout -b fix/12'),
  did('TodoWrite', { todos }),
  did('edit_file', { path: 'src/a.ts', old_string: 'a', new_string: 'b' }),
  ran('git add -A && git commit -m a', '[fix/12 1a2b3c4] a'),
  did('edit_file', { path: 'src/b.ts', old_string: 'a', new_string: 'b' }),
  ran('npm run dev &', 'Local: http://localhost:3000'),
  ran('pytest', 'FAILED tests/test_a.py::test_a - no\n1 failed, 1 passed in 0.10s'),
]

test('what is open comes first, kind by kind, with its state and the message that tells so', () => {
  const told = taskState(ledgerOf(...talk)).map(({ name, state, isOpen, at }) => [name, state, isOpen, at])
  expect(told).toEqual([
    ['fix/12', 'current', true, 8],
    ['Print', 'pending', true, 3],
    ['Check', 'in progress', true, 3],
    ['tests/test_a.py::test_a', 'fails', true, 14],
    ['http://localhost:3000', 'running', true, 12],
    ['#12', 'named', true, 0],
    ['src/b.ts', 'changed, uncommitted', true, 9],
    ['Parse', 'done', false, 3],
    ['src/a.ts', 'changed, committed', false, 5],
  ])
})

test('its lines are short, and items that are done are counted only', () => {
  expect(stateLines(taskState(ledgerOf(...talk)))).toEqual([
    '- [branch] fix/12: current (#8)',
    '- [plan] 1 of 3 items done (#3)',
    '- [plan] Check: in progress',
    '- [plan] Print: pending',
    '- [test] tests/test_a.py::test_a: fails (`pytest`, #14)',
    '- [server] http://localhost:3000: running (`npm run dev`, #12)',
    '- [files] src/b.ts: changed, uncommitted',
    '- [ticket] #12: named (#0)',
  ])
})

test('a line is read back as it was written', () => {
  const { entities } = ledgerOf(...talk)
  const origin = { entry: entities[0]?.entry ?? ('' as never), at: 99 }
  const read = stateLines(taskState(ledgerOf(...talk))).flatMap((line) => readStateLine(line, origin) ?? [])
  const open = entities.filter(({ state }) => state !== 'done')
  const plain = open.map(({ kind, name, state }) => `${kind} ${name} ${state}`)
  expect(read.map(({ kind, name, state }) => `${kind} ${name} ${state}`).toSorted()).toEqual(plain.toSorted())
  expect(isStateLine('- Branch: main')).toBe(false)
})

test('the lines take no more than they may', () => {
  const many = Array.from({ length: 60 }, (_, i) => ({ content: `Step ${i} of a long plan`, status: 'pending' }))
  const state = taskState(ledgerOf(...talk, did('TodoWrite', { todos: many })))
  const countText = (text: string) => text.length
  for (const maxTokens of [0, 50, 200, 1_000]) {
    const text = renderState(state, { maxTokens, countText })
    expect(text.length).toBeLessThanOrEqual(maxTokens)
    expect(stateLines(state)).toEqual(expect.arrayContaining(text === '' ? [] : text.split('\n')))
  }
})

const events: readonly (readonly Message[])[] = [
  ...talk,
  ran('git switch main'),
  ran('pytest', '2 passed in 0.10s'),
].map((each) => [each].flat())

test('slices give the same as the whole, and a ledger of any length stays within its bounds', () => {
  const event = fc.oneof(
    fc.constantFrom(...events),
    fc.nat(500).map((n) => ran('pytest', `FAILED tests/t${n}.py::test_it - no\n1 failed in 0.10s`)),
    fc.nat(500).map((n) => ran(`git switch -c topic/${n}`)),
    fc.nat(500).map((n) => ran(`node server.js --port ${1_000 + n} &`)),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 200 }), fc.nat(), (all, seed) => {
      const cut = all.length === 0 ? 0 : seed % all.length
      const items = shown(...all)
      const at = all.slice(0, cut).flat().length
      const whole = readFacts(emptyLedger, items)
      const reader = createFactReader(readFacts(emptyLedger, items.slice(0, at)))
      reader.read(items.slice(at))
      expect(reader.ledger()).toEqual(whole)
      expect(JSON.stringify(whole.entities).length).toBeLessThan(9_500)
    }),
    { numRuns: 30 },
  )
})

test('a ledger that was written before there were entities still opens', () => {
  const { entities, ...old } = ledgerOf(...talk)
  expect(openLedger(JSON.parse(JSON.stringify(old)))).toEqual({ ...old, entities: [] })
  expect(openLedger({ version: 1 })).toBeUndefined()
  expect(openLedger({ ...old, entities: 'none' })).toBeUndefined()
})
