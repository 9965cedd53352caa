import pc from 'picocolors'
import { expect, test } from 'vitest'
import { meter } from '../chat/prompt/meter.ts'
import { windowBar } from '../slash/window-bar.ts'
import { bar } from '../usage/bars.ts'
import { barCells } from './bar-cells.ts'

const colours = pc.createColors(false)

test.each([
  [0, 0],
  [0.0001, 1],
  [0.5, 5],
  [0.9999, 9],
  [1, 10],
  [1.79, 10],
  [-1, 0],
  [Number.NaN, 0],
])('a share of %d takes %d of ten cells', (share, cells) => {
  expect(barCells(share, 10)).toBe(cells)
})

test.each([20, 80, 200])(
  'in %d columns the window shows what little there is, and is full only when it is',
  (columns) => {
    const used = (tokens: number) => {
      const slice = { name: 'user', tokens, colour: 'green', block: '+' } as const
      const [line = ''] = windowBar(
        [slice],
        { contextTokens: 1_000_000, thresholdTokens: 500_000 },
        { colours, columns },
      )
      return { filled: line.split('+').length - 1, cells: line.trim().length }
    }
    expect(used(0).filled).toBe(0)
    expect(used(10).filled).toBe(1)
    expect(used(999_999).filled).toBe(used(999_999).cells - 1)
    for (const tokens of [1_000_000, 1_790_000]) expect(used(tokens).filled).toBe(used(tokens).cells)
  },
)

test('so do the meter and the bars of insights', () => {
  expect(meter(10, 100_000, colours)).toContain('▕█░')
  expect(meter(99_999, 100_000, colours)).toContain('█░▏')
  expect([bar(1, 1_000_000, 10), bar(999_999, 1_000_000, 10).length]).toEqual(['▏', 10])
  expect(bar(999_999, 1_000_000, 10)).not.toBe('█'.repeat(10))
})
