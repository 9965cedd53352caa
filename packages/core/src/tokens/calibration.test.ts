import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calibrate, projectTokens, startCalibration } from './calibration.ts'

const route = 'anthropic/claude'
const reading = (reportedTokens: number, estimatedTokens: number, on = route) => ({
  route: on,
  reportedTokens,
  estimatedTokens,
})

test('without a reading the estimate stands', () => {
  expect(projectTokens(startCalibration(), route, 1_000)).toBe(1_000)
})

test('projects the last report plus the estimated growth', () => {
  const learned = calibrate(startCalibration(), reading(24_000, 20_000))
  expect(projectTokens(learned, route, 20_000)).toBe(24_000)
  expect(projectTokens(learned, route, 21_000)).toBe(25_200)
})

test('hidden overhead that never grows does not inflate later projections', () => {
  let state = startCalibration()
  for (let estimated = 5_000; estimated <= 60_000; estimated += 5_000)
    state = calibrate(state, reading(30_000 + estimated, estimated))
  expect(projectTokens(state, route, 100_000)).toBeCloseTo(130_000, -3.5)
})

test('what one session learned about a route helps the next one to start', () => {
  const { routes } = calibrate(startCalibration(), reading(13_000, 10_000))
  expect(projectTokens(startCalibration(routes), route, 10_000)).toBe(13_000)
})

test('a reading from another route is no base to project from', () => {
  const state = calibrate(startCalibration(), reading(50_000, 10_000, 'openai/gpt'))
  expect(projectTokens(state, route, 10_000)).toBe(10_000)
})

test('after a compaction it projects downwards, never below zero', () => {
  const state = calibrate(startCalibration(), reading(120_000, 100_000))
  expect(projectTokens(state, route, 20_000)).toBe(24_000)
  expect(projectTokens(state, route, 0)).toBeGreaterThanOrEqual(0)
})

test('a few new tokens teach nothing: they are mostly overhead', () => {
  const state = calibrate(calibrate(startCalibration(), reading(20_000, 20_000)), reading(22_000, 21_000))
  expect(calibrate(state, reading(22_900, 21_100)).routes).toEqual(state.routes)
})

test('an absurd report teaches no absurd ratio', () => {
  const state = calibrate(startCalibration(), reading(1_000_000, 1_000))
  expect(state.routes[route]?.ratio).toBeLessThanOrEqual(2.5)
})

test('finds any steady ratio within a few readings', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.6, max: 2.2, noNaN: true }),
      fc.integer({ min: 0, max: 40_000 }),
      (ratio, overhead) => {
        let state = startCalibration()
        for (let i = 1; i <= 25; i++)
          state = calibrate(state, reading(Math.round(overhead + i * 2_000 * ratio), i * 2_000))
        const projected = projectTokens(state, route, 60_000)
        const actual = overhead + 60_000 * ratio
        expect(Math.abs(projected - actual) / actual).toBeLessThan(0.02)
      },
    ),
  )
})

test('is plain data: it survives a trip through JSON', () => {
  const state = calibrate(startCalibration(), reading(24_000, 20_000))
  expect(JSON.parse(JSON.stringify(state))).toEqual(state)
})
