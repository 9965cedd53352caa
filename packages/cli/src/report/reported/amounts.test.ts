import { expect, test } from 'vitest'
import { callTicks, niceTicks } from '../charts/nice-ticks.ts'
import { dollarTick, duration, reportedDollars, reportedPercent, short } from './amounts.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1K'],
  [96_120, '96.1K'],
  [200_000, '200K'],
  [999_499, '999K'],
  [999_500, '1M'],
  [1_250_000, '1.3M'],
])('%d is said in short as %s', (value, text) => expect(short(value)).toBe(text))

test.each([
  [null, 'unknown'],
  [0, '$0'],
  [0.0034, '$0.0034'],
  [7.234, '$7.23'],
  [-7.234, '−$7.23'],
  [12_345.6, '$12,346'],
])('%d dollars are said as %s', (value, text) => expect(reportedDollars(value)).toBe(text))

test.each([
  [0, '$0'],
  [0.02, '$0.02'],
  [0.025, '$0.0250'],
  [2.5, '$2.50'],
  [150, '$150'],
  [40_000, '$40K'],
])('%d dollars beside an axis are %s', (value, text) => expect(dollarTick(value)).toBe(text))

test('only all is 100 %, only none is 0 %', () => {
  expect([0, 0.0009, 0.5, 0.998, 1, -0.7].map(reportedPercent).map((text) => text.replace('\u00a0', ' '))).toEqual([
    '0 %',
    '0.1 %',
    '50 %',
    '99.8 %',
    '100 %',
    '−70 %',
  ])
})

test.each([
  [0, '0 s'],
  [2_400, '2.4 s'],
  [41_000, '41 s'],
  [300_000, '5 min'],
  [11_520_000, '3 h 12 min'],
  [604_800_000, '7 days'],
])('%d ms last %s', (ms, text) => expect(duration(ms).replaceAll('\u00a0', ' ')).toBe(text))

test('ticks are round numbers from 0 that stay below the edge', () => {
  expect(niceTicks(216_000, 4)).toEqual([0, 100_000, 200_000])
  expect(niceTicks(0.0319, 4)).toEqual([0, 0.01, 0.02, 0.03])
  expect(niceTicks(0, 4)).toEqual([0])
})

test('calls are named from the first on, and no call is named that is not there', () => {
  expect(callTicks(320, 5)).toEqual([1, 100, 200, 300])
  expect(callTicks(1, 5)).toEqual([1])
  expect(callTicks(3, 5)).toEqual([1, 2, 3])
})
