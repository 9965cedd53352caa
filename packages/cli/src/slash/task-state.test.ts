import { emptyLedger, entryId, type Ledger } from '@palimpsest/core/engine'
import { expect, test } from 'vitest'
import { taskState } from './task-state.ts'

const look = { colours: { dim: (text: string) => text, bold: (text: string) => text }, columns: 80 } as Parameters<
  typeof taskState
>[1]
const at = (n: number) => ({ entry: entryId(`e${n}`), at: n })
const state = (more: Partial<Ledger>) => taskState({ ...emptyLedger, ...more }, look).join('\n')

test('a word to go on is shown with what is to be gone on with', () => {
  const requests = ['list the files', 'port the parser', 'ok, go on'].map((text, i) => ({ ...at(i), text }))
  expect(state({ requests })).toMatch(/asked +port the parser {1,2}ok, go on$/)
})

test('an error that was settled is no longer shown', () => {
  const errors = [
    { ...at(1), line: 'Error: no disk', times: 1 },
    { ...at(2), line: 'Error: no route', times: 1, settled: true as const },
  ]
  expect(state({ errors })).toMatch(/errors +Error: no disk$/)
})

test('things that the task is about are shown with their state and the message that tells so, the open ones first', () => {
  const plan = (name: string, state: 'pending' | 'done', n: number) =>
    ({ ...at(n), kind: 'plan-item', name, state }) as const
  const entities = [
    { ...at(4), kind: 'branch', name: 'fix/12', state: 'current', where: '../shop' } as const,
    plan('Parse', 'done', 5),
    plan('Print', 'pending', 5),
    ...Array.from({ length: 10 }, (_, i) => ({ ...at(6), kind: 'test', name: `test ${i}`, state: 'fails' }) as const),
  ]
  const lines = state({ entities }).split('\n')
  expect(lines.slice(0, 4)).toEqual([
    'Task',
    '  branch      fix/12  current in ../shop  #4',
    '  plan        Print  pending  #5',
    '              Parse  done  #5',
  ])
  expect(lines.at(-1)).toBe('              2 more')
})
