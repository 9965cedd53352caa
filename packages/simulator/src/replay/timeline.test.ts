import { expect, test } from 'vitest'
import { readGap } from './gap.ts'
import { createTimeline, type Timeline } from './timeline.ts'

const human = readGap('human:1') ?? expect.unreachable()
const fixed = readGap('60') ?? expect.unreachable()
const recorded = readGap('recorded') ?? expect.unreachable()

function after(timeline: Timeline, move: (timeline: Timeline) => void): number {
  const before = timeline.now()
  move(timeline)
  return timeline.now() - before
}

test('fifty tokens are written in a second, after one until the first', () => {
  expect(after(createTimeline(5_000, fixed), (timeline) => timeline.write(100))).toBe(3_000)
})

test('a tool takes at least a second and a half', () => {
  const took = after(createTimeline(0, human), (timeline) => timeline.runTools(40))
  expect(took).toBeGreaterThan(40 * 1_500)
  expect(took).toBeLessThan(40 * 30_000)
})

test('a fixed pause is as long as it was said to be', () => {
  expect(after(createTimeline(0, fixed), (timeline) => timeline.awaitPerson(99))).toBe(60_000)
})

test('a recorded pause is as long as it was; one that nobody recorded is drawn', () => {
  expect(after(createTimeline(0, recorded), (timeline) => timeline.awaitPerson(1_234))).toBe(1_234)
  expect(after(createTimeline(0, recorded), (timeline) => timeline.awaitPerson())).toBeGreaterThan(0)
})

test('tools do not change the pauses of people', () => {
  const [with40, without] = [40, 0].map((tools) => {
    const timeline = createTimeline(0, human)
    timeline.runTools(tools)
    return after(timeline, () => timeline.awaitPerson())
  })
  expect(Math.abs((with40 ?? 0) - (without ?? 0))).toBeLessThanOrEqual(1)
})
