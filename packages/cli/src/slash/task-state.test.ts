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
