import type { Colours } from '../../terminal/colours.ts'
import { clip } from '../../terminal/width.ts'
import type { Editor } from '../keys/line-editor.ts'
import { inputRows, promptMark, windowed } from '../screen/input-rows.ts'
import type { Frame } from '../screen/screen.ts'
import type { Prompt } from './prompt.ts'

/** The content of the prompt: the typed text, what is shown above it, and what is offered below. */
export interface PromptContent extends Prompt {
  readonly editor: Editor
  readonly offered: readonly string[]
}

interface Room {
  readonly colours: Colours
  columns(): number
  rows(): number
}

const mostOffered = 16
/** A longer message is not repeated whole above its answer. */
const mostEchoed = 12

export function promptFrame({ editor, status, warning, offered }: PromptContent, room: Room): Frame {
  const { colours } = room
  const columns = Math.max(20, room.columns())
  const above = ['', ...(warning === undefined ? [] : [colours.yellow(clip(warning, columns - 1))]), status]
  const free = Math.max(2, room.rows() - above.length - 1)
  const input = windowed(inputRows(editor.text, editor.cursor, columns), free)
  const below = offered.slice(0, Math.max(0, Math.min(mostOffered, free - input.rows.length)))
  return {
    rows: [
      ...above,
      ...input.rows.map((row) => marked(row, colours)),
      ...below.map((row) => `  ${colours.dim(clip(row, columns - 3))}`),
    ],
    cursor: { row: above.length + input.cursor.row, column: input.cursor.column },
  }
}

/** Returns what stays of a message that was sent. */
export function echoPrompt(text: string, { colours, columns }: Pick<Room, 'colours' | 'columns'>): string {
  const { rows } = inputRows(text.trimEnd(), 0, Math.max(20, columns()))
  const shown = rows.slice(0, mostEchoed).map((row) => marked(row, colours))
  const more = rows.length - shown.length
  return ['', ...shown, ...(more > 0 ? [colours.dim(`  … ${more} more rows`)] : []), '', ''].join('\n')
}

function marked(row: string, colours: Colours): string {
  return row.startsWith(promptMark) ? `${colours.cyan(promptMark)}${row.slice(promptMark.length)}` : row
}
