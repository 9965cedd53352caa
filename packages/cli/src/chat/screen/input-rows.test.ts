import fc from 'fast-check'
import { expect, test } from 'vitest'
import { width } from '../../terminal/width.ts'
import { inputRows, windowed } from './input-rows.ts'

test('an empty prompt has its cursor behind the mark', () => {
  expect(inputRows('', 0, 80)).toEqual({ rows: ['› '], cursor: { row: 0, column: 2 } })
})

test('lines stand under each other, and the cursor is where it is', () => {
  expect(inputRows('ab\ncd', 4, 80)).toEqual({ rows: ['› ab', '  cd'], cursor: { row: 1, column: 3 } })
  expect(inputRows('ab\ncd', 2, 80).cursor).toEqual({ row: 0, column: 4 })
})

test('no row is wider than the terminal, whatever is typed', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '中', '🚀', '\n', ' ') }),
      fc.integer({ min: 10, max: 60 }),
      (text, columns) => {
        const { rows, cursor } = inputRows(text, text.length, columns)
        for (const row of rows) expect(width(row)).toBeLessThan(columns)
        expect(rows.map((row) => row.slice(2)).join('')).toBe(text.replaceAll('\n', ''))
        expect(cursor.row).toBe(rows.length - 1)
      },
    ),
  )
})

test('a text with more rows than there is room for is shown around the cursor', () => {
  const all = inputRows('a\nb\nc\nd\ne', 2, 80)
  expect(windowed(all, 2)).toEqual({ rows: ['› a', '  b'], cursor: { row: 1, column: 2 } })
  expect(windowed(inputRows('a\nb\nc', 5, 80), 2).rows).toEqual(['  b', '  c'])
})
