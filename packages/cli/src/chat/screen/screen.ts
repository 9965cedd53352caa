import { stripVTControlCharacters } from 'node:util'
import { forTerminal } from '../../terminal/visible.ts'
import { width } from '../../terminal/width.ts'

/** Rows below everything else that are drawn anew as they change: the prompt, or what is going on. */
export interface Frame {
  readonly rows: readonly string[]
  /** The position where text is typed; without it the cursor is hidden. */
  readonly cursor?: { readonly row: number; readonly column: number }
}

/**
 * A terminal with permanent text and a frame below it that comes and goes. Each change is one write, so nothing
 * flickers. Only the screen moves the cursor: everything it is given is text, with our colours at most.
 */
export interface Screen {
  /** Text that stays; it may end inside a row, which the next text goes on with. */
  print(text: string): void
  /** As `print`, on rows of its own. */
  block(text: string): void
  /** Shown as soon as no row is half written. */
  show(frame: Frame | undefined): void
  clear(): void
  /** Leaves the rows of the frame to others, until `redraw`. */
  hide(): void
  redraw(): void
}

export interface ScreenPorts {
  /** Writes to the terminal as it is. */
  write(text: string): void
  columns(): number
}

const hideCursor = '\u001b[?25l'
const showCursor = '\u001b[?25h'
const clearBelow = '\u001b[J'

export function createScreen({ write, columns }: ScreenPorts): Screen {
  let frame: Frame | undefined
  let isDrawn = false
  let isInsideRow = false
  const erase = () =>
    isDrawn && frame !== undefined ? `${up(rowsAboveCursor(frame, columns()))}\r${clearBelow}${showCursor}` : ''
  const draw = () => {
    isDrawn = frame !== undefined && !isInsideRow
    return isDrawn && frame !== undefined ? drawn(frame) : ''
  }
  const print = (text: string) => {
    if (text === '') return
    const gone = erase()
    isInsideRow = !text.endsWith('\n')
    write(gone + forTerminal(text) + draw())
  }
  return {
    print,
    block: (text) => print(`${isInsideRow ? '\n' : ''}${text.replace(/\n?$/, '\n')}`),
    show: (next) => {
      const gone = erase()
      frame = next
      const text = gone + draw()
      if (text !== '') write(text)
    },
    clear: () => write(`${erase()}\u001b[H\u001b[2J${draw()}`),
    hide: () => {
      write(erase())
      isDrawn = false
    },
    redraw: () => write(draw()),
  }
}

function drawn({ rows, cursor }: Frame): string {
  const text = forTerminal(rows.join('\n'))
  if (cursor === undefined) return hideCursor + text
  return `${text}${up(rows.length - 1 - cursor.row)}\r${cursor.column > 0 ? `\u001b[${cursor.column}C` : ''}`
}

function up(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : ''
}

/** A terminal that was made narrower has wrapped the rows meanwhile. */
function rowsAboveCursor({ rows, cursor }: Frame, columns: number): number {
  const last = cursor?.row ?? rows.length - 1
  const column = cursor?.column ?? Math.max(0, visibleWidth(rows[last] ?? '') - 1)
  const above = rows.slice(0, last).reduce((sum, row) => sum + Math.max(1, Math.ceil(visibleWidth(row) / columns)), 0)
  return above + Math.floor(column / columns)
}

/** Columns that a text takes, its colours not counted. */
export function visibleWidth(text: string): number {
  return width(stripVTControlCharacters(text))
}
