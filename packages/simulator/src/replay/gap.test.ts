import { expect, test } from 'vitest'
import { drawnGaps, gapName, readGap } from './gap.ts'
import { createLogNormal } from './log-normal.ts'

test.each([
  ['human', { kind: 'drawn', name: 'human', seed: 1 }],
  ['gateway:7', { kind: 'drawn', name: 'gateway', seed: 7 }],
  ['fast:0', { kind: 'drawn', name: 'fast', seed: 0 }],
  ['30', { kind: 'fixed', seconds: 30 }],
  ['0.5', { kind: 'fixed', seconds: 0.5 }],
  ['recorded', { kind: 'recorded' }],
])('%s is understood, and named so that it can be typed again', (text, gap) => {
  const read = readGap(text)
  expect(read).toEqual(gap)
  expect(read && readGap(gapName(read))).toEqual(gap)
})

test.each(['', 'slow', 'human:', 'human:x', '-5', '1e9', 'human:1:2', 'constructor'])('%j is no gap', (text) => {
  expect(readGap(text)).toBeUndefined()
})

test.each(Object.entries(drawnGaps))(
  '%s pauses have the median and the spread that they should',
  (_, { median, sigma }) => {
    const draw = createLogNormal(3)
    const logs = Array.from({ length: 20_000 }, () => Math.log(draw(median, sigma))).toSorted((a, b) => a - b)
    const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length
    const spread = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / logs.length)
    expect(Math.exp(logs[10_000] ?? 0) / median).toBeCloseTo(1, 1)
    expect(spread / sigma).toBeCloseTo(1, 1)
  },
)
