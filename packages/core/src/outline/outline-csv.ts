import { counted } from '../text/in-words.ts'
import { type CsvFormat, csvFormat, splitFields } from './csv-format.ts'
import type { OutlineDraft, OutlineItem } from './fit-sections.ts'
import { lineOf, quoteLine, sampleRuns, type TextLines } from './text-lines.ts'

const delimiterNames: Readonly<Record<string, string>> = { '\t': 'tab', ',': 'comma', ';': 'semicolon', '|': 'bar' }
/** Rows that are looked at for the types of columns; of longer tables, so many at equal distances. */
const typedRows = 5_000
/** A quote without an end would swallow the rest of the table. */
const mostLinesOfRow = 50
const mostColumnsShown = 400
const rowChars = 4_000
const headerChars = 50_000

/** Delimiter, rows and columns of a table, with the types of the columns and the first and the last row. */
export function outlineCsv(lines: TextLines): OutlineDraft {
  const format = csvFormat(sampleRuns(lines).flat())
  if (format === undefined) return { sections: [] }
  const starts = rowStarts(lines)
  const header = isHeader(lines, starts, format)
    ? splitFields(lineOf(lines, starts[0] ?? 0, headerChars), format.delimiter)
    : []
  const data = header.length > 0 ? starts.slice(1) : starts
  const step = Math.max(1, data.length / typedRows)
  const columns = Array.from({ length: format.columns }, emptyColumn)
  let looked = 0
  for (let at = 0; at < data.length; at += step) {
    addRow(columns, splitFields(lineOf(lines, data[Math.floor(at)] ?? 0, rowChars), format.delimiter))
    looked++
  }
  const headNote = header.length > 0 ? `names of columns in L${(starts[0] ?? 0) + 1}` : 'no names of columns'
  const note = `${delimiterNames[format.delimiter]}-separated, ${counted(data.length, 'row')}, ${counted(format.columns, 'column')}, ${headNote}`
  const title = looked < data.length ? `Columns (by ${counted(looked, 'row')} at equal distances)` : 'Columns'
  const items = columns.slice(0, mostColumnsShown).map((column, index) => columnItem(column, index, header[index]))
  return {
    note,
    sections: [
      { title, items, total: columns.length },
      { title: 'Rows', items: rowItems(lines, data) },
    ],
  }
}

/** Indexes of the lines with which rows begin: a quoted field may go on over lines. */
function rowStarts(lines: TextLines): readonly number[] {
  const starts: number[] = []
  let isOpen = false
  for (const index of lines.starts.keys()) {
    const line = lineOf(lines, index)
    if (isOpen && index - (starts.at(-1) ?? 0) > mostLinesOfRow) isOpen = false
    if (!isOpen && line.trim() !== '') starts.push(index)
    if (line.includes('"') && line.split('"').length % 2 === 0) isOpen = !isOpen
  }
  return starts
}

/** The first row names the columns if it has no numbers, no blanks and no name twice, and others are unlike it. */
function isHeader(lines: TextLines, starts: readonly number[], { delimiter }: CsvFormat): boolean {
  const fields = splitFields(lineOf(lines, starts[0] ?? 0, headerChars), delimiter)
  const isNamed = fields.every((field) => field !== '' && typeOf(field) === 'text')
  return isNamed && new Set(fields).size === fields.length
}

interface Column {
  readonly types: Map<string, number>
  readonly examples: Set<string>
  least: number
  most: number
}

function emptyColumn(): Column {
  return { types: new Map(), examples: new Set(), least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY }
}

function addRow(columns: readonly Column[], fields: readonly string[]): void {
  for (const [index, column] of columns.entries()) {
    const field = fields[index] ?? ''
    const type = typeOf(field)
    column.types.set(type, (column.types.get(type) ?? 0) + 1)
    if (type === 'integer' || type === 'number') {
      column.least = Math.min(column.least, Number(field))
      column.most = Math.max(column.most, Number(field))
    } else if (field !== '' && column.examples.size < 3) column.examples.add(quoteLine(field, 40))
  }
}

function typeOf(field: string): string {
  if (field === '') return 'empty'
  if (/^[-+]?\d{1,15}$/.test(field)) return 'integer'
  if (/^[-+]?\d{0,15}[.]?\d{1,18}(?:[eE][-+]?\d{1,3})?$/.test(field)) return 'number'
  if (/^(?:true|false)$/i.test(field)) return 'boolean'
  return /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[\d:.,+Z -]{0,20})?$/.test(field) ? 'date' : 'text'
}

function columnItem({ types, examples, least, most }: Column, index: number, name: string | undefined): OutlineItem {
  const kinds = [...types]
    .toSorted((a, b) => b[1] - a[1])
    .map(([type, times]) => (types.size === 1 ? type : `${type} (${times})`))
  const span = least <= most ? `, ${least} to ${most}` : ''
  const shown = examples.size === 0 ? '' : `, e.g. ${[...examples].map((each) => JSON.stringify(each)).join(', ')}`
  return { text: `${index + 1} ${quoteLine(name ?? '', 80)}: ${kinds.join(' or ')}${span}${shown}`, rank: 1 }
}

function rowItems(lines: TextLines, data: readonly number[]): readonly OutlineItem[] {
  const picked = [...new Set([data[0], data.at(-1)])].filter((index) => index !== undefined)
  return picked.map((index) => ({ text: `L${index + 1} ${quoteLine(lineOf(lines, index, 1_000), 400)}`, rank: 0 }))
}
