import {
  countedIn,
  dividerOf,
  dividers,
  type Quote,
  summaryMarker,
  unescapeDivider,
  type WrappedSummary,
} from './wrap-summary.ts'

/**
 * Reads a summary message back, for transcripts that come from files, where nothing else tells what a message is.
 * `undefined` when the text is none. What another program wrote behind the same marker is read as a body.
 */
export function readSummary(text: string): WrappedSummary | undefined {
  if (!text.startsWith(summaryMarker)) return undefined
  const lines = text.split('\n')
  const start = lines.findIndex((line) => dividerOf(line) === 'summary')
  if (start < 0) return { body: text.slice(summaryMarker.length).trim(), quotes: [], index: '', isForeign: true }
  const parts: Parts = { body: [], quotes: [], index: [] }
  let target = parts.body
  for (const line of lines.slice(start + 1)) {
    const divider = dividerOf(line)
    if (divider === 'end') break
    if (divider === undefined || divider === 'summary') target.push(unescapeDivider(line))
    else target = open(divider, line, parts)
  }
  const counted = lines
    .slice(0, start)
    .map(countedIn)
    .findLast((count) => count !== undefined)
  return {
    ...(counted !== undefined && { counted }),
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

/** Where the lines after a divider go. */
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
