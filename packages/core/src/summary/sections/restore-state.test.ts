import { expect, test } from 'vitest'
import { ledgerOf, ran } from '../../ledger/entities/told-state.arbitrary.ts'
import { emptyLedger } from '../../ledger/ledger.ts'
import { restoreState } from './restore-state.ts'

const options = { maxTokens: 1_000, countText: (text: string) => text.length }
const stateIn = (text: string, ledger = ledgerOf(ran('git checkout -b fix/12'))) =>
  restoreState({ opening: '', texts: { 'Active State': text } }, ledger, options).texts['Active State']

test('the state that code knows is put before what a model wrote', () => {
  expect(stateIn('- The parser is half done.')).toBe('- [branch] fix/12: current (#1)\n- The parser is half done.')
  expect(stateIn('None.')).toBe('- [branch] fix/12: current (#1)')
})

test('a state that code wrote earlier, and a model copied, does not contradict it', () => {
  const copied = '- [branch] main: current (#0)\n- [test] a: fails (#3)\n- The parser is half done.'
  expect(stateIn(copied)).toBe('- [branch] fix/12: current (#1)\n- The parser is half done.')
  expect(stateIn('- [branch] main: current (#0)', emptyLedger)).toBe('None.')
  expect(stateIn('All is well.', emptyLedger)).toBe('All is well.')
})
