import { visible } from '../../terminal/visible.ts'
import { width } from '../../terminal/width.ts'

export interface InputRows {
  readonly rows: readonly string[]
  readonly cursor: { readonly row: number; readonly column: number }
}

/** The mark before the first row; other rows have blanks of the same width. */
export const promptMark = '› '
const hang = '  '

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A typed text in rows of a terminal, and where the cursor is in them. */
export function inputRows(text: string, cursor: number, columns: number): InputRows {
  const rows: string[] = []
  let place = { row: 0, column: promptMark.length }
  let row = promptMark
  let used = promptMark.length
  const newRow = () => {
    rows.push(row)
    row = hang
    used = hang.length
  }
  for (const { segment, index } of graphemes.segment(text)) {
    const shown = visible(segment)
    const wide = segment === '\n' ? 0 : width(shown)
    if (used + wide > columns - 1) newRow()
    if (index === cursor) place = { row: rows.length, column: used }
    if (segment === '\n') newRow()
    else {
      row += shown
      used += wide
    }
  }
  if (cursor >= text.length) place = { row: rows.length, column: used }
  return { rows: [...rows, row], cursor: place }
}

/** As many rows as there is room for, around the cursor. */
export function windowed({ rows, cursor }: InputRows, most: number): InputRows {
  if (rows.length <= most) return { rows, cursor }
  const from = Math.max(0, Math.min(rows.length - most, cursor.row - most + 1))
  return { rows: rows.slice(from, from + most), cursor: { ...cursor, row: cursor.row - from } }
}
