import { expect, test } from 'vitest'
import { width } from '../terminal/width.ts'
import { replayChart } from './replay-chart.ts'

const size = { columns: 40, rows: 4 }

test('a chart is as wide and as high as it should be, however many calls there are', () => {
  for (const calls of [1, 2, 30, 5_000]) {
    const values = Array.from({ length: calls }, (_, i) => i + 1)
    const lines = replayChart({ values, threshold: 100, marks: [] }, size)
    expect(lines).toHaveLength(5)
    for (const line of lines) expect(width(line)).toBeLessThanOrEqual(40)
  }
})

test('a prompt at the top fills its column, an empty one leaves it blank', () => {
  const lines = replayChart({ values: [100, 0], threshold: 100, marks: [] }, size)
  for (const line of lines.slice(0, 4)) {
    const cells = line.split(/[│┤]/)[1] ?? ''
    expect(cells.startsWith('⣿')).toBe(true)
    expect(cells.endsWith('⠀')).toBe(true)
  }
})

test('the threshold is labelled, and compactions are marked where they happened', () => {
  const values = Array.from({ length: 100 }, () => 50_000)
  const lines = replayChart({ values, threshold: 100_000, marks: [0, 99] }, size)
  expect(lines[0]).toMatch(/^100K ┤/)
  expect(lines.at(-1)).toMatch(/└▲─+▲$/)
})

test('no calls, no chart', () => {
  expect(replayChart({ values: [], threshold: 1, marks: [] }, size)).toEqual([])
})
