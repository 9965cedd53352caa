import type { Colours } from '../terminal/colours.ts'
import { visible } from '../terminal/visible.ts'
import { width } from '../terminal/width.ts'
import { type Cursor, flow } from './flow.ts'
import { readInline } from './inline.ts'
import { type LineKind, lineKind, lineStart, type Running } from './line-kind.ts'
import { paint, shownPieces } from './paint.ts'
import { tableLines } from './table.ts'
import { wordsOf } from './words.ts'

export interface MarkdownOptions {
  readonly colours: Colours
  /** Asked for each line: a terminal may be resized meanwhile. */
  columns(): number
}

/** Markdown that is shown while it is written. What was shown is never taken back, so nothing flickers. */
export interface MarkdownStream {
  /** Returns what can be shown now that this was added. */
  push(text: string): string
  /** Returns what was held back. No more text will follow. */
  end(): string
}

/** Longer than this nobody waits for the end of a bold stretch: its mark is shown as it is. */
const mostHeld = 240
const widest = 100

/** A line that is being shown word by word. */
interface Begun {
  readonly cursor: Cursor
  readonly hang: string
  readonly hangColumns: number
  /** The text not shown yet. */
  readonly held: string
  /** Its last character: to look at it in a text that grows would copy that text each time. */
  readonly last: string
}

interface State {
  /** The line that is not complete yet. */
  line: string
  begun: Begun | undefined
  /** The mark that ends the code block we are in. */
  fence: string | undefined
  table: string[]
  /** True when the last line shown was empty; at the start there is nothing to separate from. */
  isBlank: boolean
}

export function createMarkdown(options: MarkdownOptions): MarkdownStream {
  const state: State = { line: '', begun: undefined, fence: undefined, table: [], isBlank: true }
  return {
    push: (text) => {
      const [first = '', ...others] = clean(text).split('\n')
      let out = grow(state, first, options)
      for (const next of others) out += endLine(state, options) + grow(state, next, options)
      return out
    },
    end: () => {
      const isOpen = state.line !== '' || state.begun !== undefined
      return (isOpen ? endLine(state, options) : '') + endTable(state, options)
    },
  }
}

/** No colour of a model is taken for ours. */
function clean(text: string): string {
  return visible(text.replaceAll('\r', '').replaceAll('\t', '    '))
}

/** More of the current line. */
function grow(state: State, more: string, options: MarkdownOptions): string {
  if (state.begun !== undefined) {
    const { held, last } = state.begun
    state.begun = { ...state.begun, held: held + more, last: more.at(-1) ?? last }
    // A long word is shown when it ends; until then there is nothing to look for in it.
    return held.length > mostHeld && !/\S\s/.test(last + more) ? '' : showHeld(state, false, options)
  }
  // What does not say early that it is running text says so when it is complete.
  const isDecided = state.fence !== undefined || state.line.length > mostHeld
  state.line += more
  const start = isDecided ? undefined : lineStart(state.line)
  if (start === undefined) return ''
  return endTable(state, options) + begin(state, start, options) + showHeld(state, false, options)
}

function endLine(state: State, options: MarkdownOptions): string {
  if (state.begun !== undefined) {
    const rest = showHeld(state, true, options)
    state.begun = undefined
    return `${rest}\n`
  }
  const { line } = state
  state.line = ''
  if (state.fence !== undefined) return codeLine(state, line, options)
  const kind = lineKind(line)
  return (kind.kind === 'table' ? '' : endTable(state, options)) + wholeLine(state, kind, options)
}

function wholeLine(state: State, kind: LineKind, options: MarkdownOptions): string {
  const { colours } = options
  switch (kind.kind) {
    case 'blank': {
      const text = state.isBlank ? '' : '\n'
      state.isBlank = true
      return text
    }
    case 'heading': {
      const before = state.isBlank ? '' : '\n'
      state.isBlank = false
      return `${before}${heading(kind.text, kind.level, colours)}\n`
    }
    case 'fence':
      state.fence = kind.mark
      state.isBlank = false
      return colours.isColorSupported ? label(kind.language, colours) : `${kind.mark}${kind.language}\n`
    case 'table':
      state.table.push(kind.text)
      return ''
    case 'rule':
      state.isBlank = false
      return `${colours.dim('─'.repeat(Math.min(columnsOf(options), 40)))}\n`
    case 'item':
    case 'quote':
    case 'paragraph': {
      const text = begin(state, kind, options) + showHeld(state, true, options)
      state.begun = undefined
      return `${text}\n`
    }
  }
}

function heading(text: string, level: number, colours: Colours): string {
  if (!colours.isColorSupported) return `${'#'.repeat(level)} ${text}`
  const { pieces } = readInline(text)
  const title = pieces.map((piece) => paint(piece, colours)).join('')
  return colours.bold(level === 1 ? colours.underline(title) : title)
}

function label(language: string, colours: Colours): string {
  return language === '' ? '' : `  ${colours.dim(language)}\n`
}

/** Code is indented and otherwise left alone, so that it can be copied. */
function codeLine(state: State, line: string, { colours }: MarkdownOptions): string {
  const [, mark] = /^\s*(`{3,}|~{3,})\s*$/.exec(line) ?? []
  if (mark !== undefined && state.fence !== undefined && mark.startsWith(state.fence)) {
    state.fence = undefined
    return colours.isColorSupported ? '' : `${mark}\n`
  }
  if (!colours.isColorSupported) return `${line}\n`
  return line === '' ? '\n' : `  ${colours.cyan(line)}\n`
}

function begin(state: State, kind: Running, { colours }: MarkdownOptions): string {
  const { first, hang } = edges(kind, colours)
  const hangColumns = kind.kind === 'quote' ? 2 : width(first)
  state.begun = { cursor: { column: hangColumns }, hang, hangColumns, held: kind.text, last: kind.text.at(-1) ?? '' }
  state.line = ''
  state.isBlank = false
  return first
}

function edges(kind: Running, colours: Colours): { readonly first: string; readonly hang: string } {
  switch (kind.kind) {
    case 'item': {
      const marker = /\d/.test(kind.marker) ? kind.marker : '•'
      const first = `${' '.repeat(kind.indent)}${marker} `
      return { first, hang: ' '.repeat(width(first)) }
    }
    case 'quote':
      return { first: colours.dim('│ '), hang: colours.dim('│ ') }
    case 'paragraph':
      return { first: ' '.repeat(kind.indent), hang: ' '.repeat(kind.indent) }
  }
}

/** Shows what can no longer change: whole words before any markup that is still open. */
function showHeld(state: State, isComplete: boolean, options: MarkdownOptions): string {
  const { begun } = state
  if (begun === undefined) return ''
  const end = isComplete ? begun.held.length : settled(begun.held)
  if (end <= 0) return ''
  const { pieces } = readInline(begun.held.slice(0, end))
  const words = wordsOf(shownPieces(pieces, options.colours))
  const { hang, hangColumns } = begun
  const { text, cursor } = flow(words, begun.cursor, {
    columns: columnsOf(options),
    colours: options.colours,
    hang,
    hangColumns,
  })
  state.begun = { ...begun, cursor, held: begun.held.slice(end) }
  return text
}

/** A space at its end stays behind: it belongs to the next word. */
function settled(held: string): number {
  const { finalTo } = readInline(held)
  if (held.length - finalTo > mostHeld) return held.trimEnd().search(/\s\S*$/)
  return finalTo
}

function endTable(state: State, options: MarkdownOptions): string {
  if (state.table.length === 0) return ''
  const lines = tableLines(state.table, { columns: columnsOf(options), colours: options.colours })
  state.table = []
  state.isBlank = false
  return `${lines.join('\n')}\n`
}

function columnsOf(options: MarkdownOptions): number {
  return Math.max(20, Math.min(options.columns(), widest))
}
