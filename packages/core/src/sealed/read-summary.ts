import { asWritten, nowhere, readSealed } from './seal.ts'
import {
  dividerOf,
  dividers,
  introduction,
  type Quote,
  readNotes,
  summaryMarker,
  unescapeDivider,
  type WrappedSummary,
} from './wrap-summary.ts'

/** A summary at the beginning of a text, and what follows it. */
export interface LeadingSummary {
  readonly summary: WrappedSummary
  /** The text of the summary message. */
  readonly text: string
  /** All other words of the same text; empty for none. */
  readonly said: string
}

/**
 * Reads a summary message back, for transcripts that come from files, where nothing else shows what a message is.
 * `undefined` when the text is none, or not to the letter what was written.
 */
export function readSummary(text: string): WrappedSummary | undefined {
  const found = leadingSummary(text)
  return found?.said === '' ? found.summary : undefined
}

/** The same for a text in which something else may follow the summary. */
export function leadingSummary(text: string): LeadingSummary | undefined {
  const start = text.trimStart()
  const own = start.startsWith(summaryMarker) ? readSealed(start) : undefined
  if (own === undefined) return undefined
  const end = closing.exec(own.rest)
  if (end === null) return undefined
  const said = own.rest.slice(end[0].length)
  // Files that were copied by a program with other line ends have them everywhere.
  const isRespelled = own.text.startsWith(`${summaryMarker}\r\n`)
  const written = isRespelled ? asWritten(own.text) : own.text
  return { summary: partsOf(written, own.place), text: start.slice(0, start.length - said.length).trimEnd(), said }
}

const closing = /^\r?\n\[END OF CONTEXT COMPACTION\](?:\s*$|\s*\n)/

/** A text that begins like a summary without being sealed as one, and what is said behind it. */
export interface UnsealedSummary {
  readonly said: string
}

/**
 * A text that an older version wrote, or that somebody changed or copied: it is built like a summary, but nothing
 * proves that it is one. By its own words it is background, regardless of author, and never a request or a rule.
 */
export function unsealedSummary(text: string): UnsealedSummary | undefined {
  const start = text.trimStart()
  if (!start.startsWith(summaryMarker) || !start.includes(opening)) return undefined
  const ended = /^\[END OF CONTEXT COMPACTION\][^\S\n]*$/m.exec(start)
  if (ended === null || !start.slice(0, ended.index).includes(`\n${dividers.summary}`)) return undefined
  return { said: start.slice(ended.index + ended[0].length).trim() }
}

/** The first sentence of the introduction, which all versions share. */
const opening = introduction.slice(0, introduction.indexOf('.') + 1)

function partsOf(text: string, place: string): WrappedSummary {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => dividerOf(line) === 'summary')
  const parts: Parts = { body: [], quotes: [], index: [] }
  let target = parts.body
  for (const line of lines.slice(start + 1)) {
    const divider = dividerOf(line)
    if (divider === 'quotes' || divider === 'quote' || divider === 'index') target = open(divider, line, parts)
    else target.push(unescapeDivider(line))
  }
  return {
    ...readNotes(lines.slice(0, start)),
    ...(place !== nowhere && { place }),
    body: parts.body.join('\n'),
    quotes: parts.quotes.map(({ role, reference, lines: said }) => ({ role, reference, text: said.join('\n') })),
    index: parts.index.join('\n'),
  }
}

interface Parts {
  readonly body: string[]
  readonly quotes: (Omit<Quote, 'text'> & { readonly lines: string[] })[]
  readonly index: string[]
}

/** The list that takes the lines after a divider. */
function open(divider: 'quotes' | 'quote' | 'index', line: string, parts: Parts): string[] {
  switch (divider) {
    case 'quotes':
      return []
    case 'index':
      return parts.index
    case 'quote': {
      const close = line.indexOf('] ')
      const lines: string[] = []
      parts.quotes.push({ role: line.slice(dividers.quote.length, close), reference: line.slice(close + 2), lines })
      return lines
    }
  }
}
