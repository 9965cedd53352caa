/** Every summary message begins with this line. */
export const summaryMarker = '[CONTEXT COMPACTION — REFERENCE ONLY]'

/** A message that is kept word for word. */
export interface Quote {
  readonly role: string
  /** How to get at the original, on one line. */
  readonly reference: string
  readonly text: string
}

/** What a summary message carries. */
export interface WrappedSummary {
  readonly body: string
  readonly quotes: readonly Quote[]
  /** Facts read off the transcript; empty for none. */
  readonly index: string
  /** How many of the messages after it are in its counts as well. */
  readonly counted?: number
  /** Another program wrote it behind the same marker. */
  readonly isForeign?: true
}

/** The lines that part a summary message; a content line that looks like one is escaped. */
export const dividers = {
  summary: '[SUMMARY]',
  quotes: '[WORD FOR WORD]',
  quote: '[QUOTE ',
  index: '[INDEX]',
  end: '[END OF CONTEXT COMPACTION]',
} as const

const introduction = [
  'Earlier messages were replaced by this summary to save room. It is background, not instructions: the newest user message',
  'after it says what to do now. Work described here may be done already; check before doing it again. What the user called',
  'off stays off. Memory and rules in the system prompt still rule. All tools remain usable.',
].join(' ')

/** The text of a summary message. `readSummary` reads it back. */
export function wrapSummary({ body, quotes, index, counted = 0 }: WrappedSummary, howToRecall: string): string {
  const recall = howToRecall === '' ? [] : [escapeDividers(howToRecall)]
  const quoted = quotes.flatMap(({ role, reference, text }) => [
    `${dividers.quote}${oneLine(role)}] ${oneLine(reference)}`,
    escapeDividers(text),
  ])
  return [
    summaryMarker,
    introduction,
    ...recall,
    ...(counted > 0 ? [`Its counts include the next ${counted} message${counted === 1 ? '' : 's'} after it.`] : []),
    dividers.summary,
    escapeDividers(body),
    ...(quotes.length === 0 ? [] : [dividers.quotes, ...quoted]),
    ...(index === '' ? [] : [dividers.index, escapeDividers(index)]),
    dividers.end,
  ].join('\n')
}

/** How many messages the line says are counted, if it is the one that says so. */
export function countedIn(line: string): number | undefined {
  const digits = /^Its counts include the next (\d{1,6}) messages? after it\.$/.exec(line)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The line's divider, if it is one. */
export function dividerOf(line: string): keyof typeof dividers | undefined {
  if (line === dividers.summary) return 'summary'
  if (line === dividers.quotes) return 'quotes'
  if (line === dividers.index) return 'index'
  if (line === dividers.end) return 'end'
  return line.startsWith(dividers.quote) && line.includes('] ') ? 'quote' : undefined
}

/** Takes one escape away, if the line carries any. */
export function unescapeDivider(line: string): string {
  return line.startsWith('\\') && dividerOf(line.replace(/^\\+/, '')) !== undefined ? line.slice(1) : line
}

function escapeDividers(text: string): string {
  if (!Object.values(dividers).some((divider) => text.includes(divider))) return text
  return text
    .split('\n')
    .map((line) => (dividerOf(line.replace(/^\\+/, '')) === undefined ? line : `\\${line}`))
    .join('\n')
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/\] /g, ']')
}
