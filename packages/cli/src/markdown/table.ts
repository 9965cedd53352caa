import type { Colours } from '../terminal/colours.ts'
import { width } from '../terminal/width.ts'
import { flow } from './flow.ts'
import { readInline } from './inline.ts'
import { shownPieces } from './paint.ts'
import { type Word, wordsOf } from './words.ts'

export interface TableOptions {
  readonly columns: number
  readonly colours: Colours
}

/** Narrower cells are not worth reading; such a table is shown as a list of its rows. */
const narrowest = 6
const between = 3

/** A table as lines: aligned where it fits, its cells wrapped where it does not, its rows as lists where nothing fits. */
export function tableLines(source: readonly string[], options: TableOptions): readonly string[] {
  const [head = [], ...rows] = source.filter((line) => !isSeparator(line)).map(cellsOf)
  if (!source.some(isSeparator)) return source
  const sides = alignment(source.find(isSeparator) ?? '')
  const all = [head, ...rows].map((cells) =>
    cells.map((cell) => wordsOf(shownPieces(readInline(cell).pieces, options.colours))),
  )
  const widths = fitWidths(naturalWidths(all, head.length), options.columns)
  if (widths === undefined) return asList(head, rows, options)
  const [titles = [], ...body] = all
  const rule = widths.map((columns) => '─'.repeat(columns)).join('─┼─')
  const plain = (words: readonly (readonly Word[])[], isHead: boolean) =>
    rowLines(words, { widths, sides, isHead, ...options })
  return [...plain(titles, true), options.colours.dim(rule), ...body.flatMap((words) => plain(words, false))]
}

function isSeparator(line: string): boolean {
  return /^\s*(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/.test(line)
}

function alignment(separator: string): readonly ('left' | 'right')[] {
  return cellsOf(separator).map((cell) => (/^-+:$/.test(cell) ? 'right' : 'left'))
}

/** A bar inside code, or after a backslash, parts no cells. */
function cellsOf(line: string): readonly string[] {
  const inside = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  const cells = inside.match(/(?:\\\||`[^`]*`|[^|])+|(?<=\|)(?=\|)/g) ?? []
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function naturalWidths(rows: readonly (readonly (readonly Word[])[])[], count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => Math.max(1, ...rows.map((row) => lineWidth(row[i] ?? []))))
}

function lineWidth(words: readonly Word[]): number {
  return words.reduce((sum, { space, columns }, i) => sum + (i === 0 ? 0 : space.length) + columns, 0)
}

/** Takes from the widest until all fit; `undefined` when they cannot. */
function fitWidths(natural: readonly number[], columns: number): readonly number[] | undefined {
  const widths = [...natural]
  const room = columns - between * (natural.length - 1)
  while (widths.reduce((sum, one) => sum + one, 0) > room) {
    const widest = Math.max(...widths)
    if (widest <= narrowest) return undefined
    widths[widths.indexOf(widest)] = widest - 1
  }
  return widths
}

interface RowOptions extends TableOptions {
  readonly widths: readonly number[]
  readonly sides: readonly ('left' | 'right')[]
  readonly isHead: boolean
}

function rowLines(cells: readonly (readonly Word[])[], options: RowOptions): readonly string[] {
  const { widths, sides, colours, isHead } = options
  const wrapped = widths.map((columns, i) => cellLines(cells[i] ?? [], columns, colours))
  const height = Math.max(1, ...wrapped.map(({ length }) => length))
  return Array.from({ length: height }, (_, row) =>
    widths
      .map((columns, i) => {
        const { text = '', used = 0 } = wrapped[i]?.[row] ?? {}
        const pad = ' '.repeat(Math.max(0, columns - used))
        const shown = isHead ? colours.bold(text) : text
        return sides[i] === 'right' ? pad + shown : shown + pad
      })
      .join(colours.dim(' │ '))
      .trimEnd(),
  )
}

interface CellLine {
  readonly text: string
  readonly used: number
}

function cellLines(words: readonly Word[], columns: number, colours: Colours): readonly CellLine[] {
  const lines: CellLine[] = []
  let line: Word[] = []
  const flush = () => {
    const { text } = flow(line, { column: 0 }, { columns: Number.MAX_SAFE_INTEGER, colours, hang: '', hangColumns: 0 })
    lines.push({ text, used: lineWidth(line) })
    line = []
  }
  for (const word of words.flatMap((each) => parted(each, columns))) {
    if (line.length > 0 && lineWidth([...line, word]) > columns) flush()
    line.push(word)
  }
  if (line.length > 0) flush()
  return lines
}

/** A word that is wider than its cell is cut into pieces that fit. */
function parted(word: Word, columns: number): readonly Word[] {
  if (word.columns <= columns) return [word]
  const parts: Word[] = []
  for (const { text, accents } of word.pieces) {
    for (const character of text) {
      const last = parts.at(-1)
      const wide = width(character)
      if (last === undefined || last.columns + wide > columns)
        parts.push({
          space: parts.length === 0 ? word.space : '',
          pieces: [{ text: character, accents }],
          columns: wide,
        })
      else
        parts.splice(-1, 1, {
          ...last,
          pieces: [...last.pieces, { text: character, accents }],
          columns: last.columns + wide,
        })
    }
  }
  return parts
}

function asList(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { colours }: TableOptions,
): readonly string[] {
  return rows.flatMap((row, n) => [
    ...(n === 0 ? [] : ['']),
    ...row.map((cell, i) => `${colours.bold(head[i] ?? '')}: ${cell}`),
  ])
}
