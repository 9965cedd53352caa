import { expect, test } from 'vitest'
import { sampleResult } from '../report/sample-result.arbitrary.ts'
import { compactionLines } from './compaction-lines.ts'

const [sample] = sampleResult({}).compactions
if (sample === undefined) throw new Error('the sample has no compaction')
const made = (by: 'model' | 'none', costUsd: number) => ({
  ...sample,
  atMs: 0,
  trigger: by === 'model' ? ('response' as const) : ('preflight' as const),
  summary: { ...sample.summary, by },
  costUsd,
})

test('what a summary cost and when it came stand apart, and both fit a terminal of 80 columns', () => {
  const lines = compactionLines([made('model', 0.0525), made('none', 0)], 78)
  expect(lines[1]).toMatch(/ by a model \$0\.0525 {2}after the answer$/)
  expect(lines[2]).toMatch(/ not needed {10}before the request$/)
})

test('a summary that was paid for and not used is not said to be unneeded', () => {
  expect(compactionLines([made('none', 0.16)], 78)[1]).toContain(' not used $0.16')
})

test('where there is little room, when it came is left out whole', () => {
  expect(compactionLines([made('model', 0.0525)], 60).join()).not.toMatch(/when|before|…/)
})
