import { expect, test } from 'vitest'
import { changedFile, decisionFact, errorFact, ledgerWith } from './ledger-facts.arbitrary.ts'
import { createLossOf } from './lost-facts.ts'

const ledger = ledgerWith({
  errors: [errorFact('TypeError: open of null at start', 1), errorFact('Error: listen EADDRINUSE: address in use', 2)],
  decisions: [decisionFact("Let's use SQLite because it needs no server.", 3)],
  files: [4, 5, 6, 7].map((at) => changedFile(`src/store/part-${at}.ts`, at)),
})
const entries = new Set(['e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7'])
const question = { ledger, entries, elsewhere: '', targetTokens: 2_000, countText: (text: string) => text.length / 4 }

const good = [
  '- Startup died with "open of null" (TypeError); port: EADDRINUSE, address in use.',
  '- SQLite was chosen, as it needs no server.',
  '- Changed part-4.ts to part-6.ts, part-5.ts and part-7.ts in the store.',
].join('\n')

test('a summary that mentions everything in its own words lost nothing', () => {
  expect(createLossOf(question)(good)).toEqual({ kept: 1, missing: [] })
})

test('one that forgets half of it kept about half, and it is known what it lost', () => {
  const { kept, missing } = createLossOf(question)('- SQLite was chosen, it needs no server.\n- part-4.ts, part-7.ts')
  expect(kept).toBeGreaterThan(0.3)
  expect(kept).toBeLessThan(0.7)
  expect(missing.map(({ text }) => text)).toContain('TypeError: open of null at start')
})

test('nobody is blamed for what they were not shown, or what stays in view', () => {
  expect(createLossOf({ ...question, entries: new Set(['e1']) })('').kept).toBe(1)
  const elsewhere = ledger.files.map(({ path }) => path).join('\n')
  expect(createLossOf({ ...question, elsewhere })('').kept).toBe(1)
})

test('what the summary before told is asked for as well', () => {
  const previous = ledger.files.map(({ path }) => `- ${path}: changed`).join('\n')
  const asked = createLossOf({ ...question, entries: new Set(['e1', 'e2', 'e3']), previous })
  expect(asked('').missing).toHaveLength(7)
})

test('a small summary need not tell more than fits into half of it', () => {
  expect(createLossOf({ ...question, targetTokens: 40 })('').kept).toBe(1)
})
