import type { Colours } from '../terminal/colours.ts'
import { paint } from './paint.ts'
import type { Word } from './words.ts'

/** The position of the next word. */
export interface Cursor {
  readonly column: number
}

export interface FlowOptions {
  readonly columns: number
  readonly colours: Colours
  /** The prefix of every row but the first, and its width. */
  readonly hang: string
  readonly hangColumns: number
}

export interface Flowed {
  readonly text: string
  readonly cursor: Cursor
}

/** Sets words from the cursor on; a word that does not fit begins a new row. */
export function flow(words: readonly Word[], from: Cursor, options: FlowOptions): Flowed {
  const { columns, colours, hang, hangColumns } = options
  let text = ''
  let column = from.column
  for (const word of words) {
    const space = column <= hangColumns ? '' : word.space
    if (column > hangColumns && column + space.length + word.columns > columns) {
      text += `\n${hang}`
      column = hangColumns
    } else {
      text += space
      column += space.length
    }
    text += word.pieces.map((piece) => paint(piece, colours)).join('')
    // A word that is wider than the terminal is left whole, and wrapped by it: an address can still be copied.
    column = column + word.columns > columns ? (column + word.columns) % columns : column + word.columns
  }
  return { text, cursor: { column } }
}
