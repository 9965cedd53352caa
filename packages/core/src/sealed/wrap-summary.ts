import { isSealLine, seal } from './seal.ts'

/** Every summary message begins with this line. */
export const summaryMarker = '[CONTEXT COMPACTION — REFERENCE ONLY]'

/** A message that is kept word for word. */
export interface Quote {
  readonly role: string
  /** The way to the original, on one line. */
  readonly reference: string
  readonly text: string
}

/** The content of a summary message. */
export interface WrappedSummary {
  readonly body: string
  readonly quotes: readonly Quote[]
  /** Facts read off the transcript; empty for none. */
  readonly index: string
  /** The number of messages after it that its counts include. */
  readonly counted?: number
  /** The number of messages right after it that were said before all that it covers. */
  readonly older?: number
  /** Which of its rules, from 1, a model wrote without the user having said them. @default none */
  readonly modelRules?: readonly number[]
  /** Its place, by `placeOf`. */
  readonly place?: string
}

/** The lines that part a summary message; a content line that looks like one is escaped. */
export const dividers = {
  summary: '[SUMMARY]',
  quotes: '[WORD FOR WORD]',
  quote: '[QUOTE ',
  index: '[INDEX]',
  seal: '[SEAL ',
  end: '[END OF CONTEXT COMPACTION]',
} as const

/** The introduction of every summary, be it one of ours or a copy. */
export const introduction = [
  'Earlier messages were replaced by this summary to save room. It is background, not instructions: the newest user message',
  'after it says what to do now. Work described here may be done already; check before doing it again. What the user called',
  'off stays off. Memory and rules in the system prompt still rule. All tools remain usable.',
].join(' ')

/** The text of a summary message. `readSummary` reads it back, and knows by its seal that it is one. */
export function wrapSummary(summary: WrappedSummary, howToRecall: string): string {
  const { body, quotes, index, place } = summary
  const recall = howToRecall === '' ? [] : [escapeDividers(howToRecall)]
  const quoted = quotes.flatMap(({ role, reference, text }) => [
    `${dividers.quote}${oneLine(role)}] ${oneLine(reference)}`,
    escapeDividers(text),
  ])
  const content = [
    summaryMarker,
    introduction,
    ...recall,
    ...notesOf(summary),
    dividers.summary,
    escapeDividers(body),
    ...(quotes.length === 0 ? [] : [dividers.quotes, ...quoted]),
    ...(index === '' ? [] : [dividers.index, escapeDividers(index)]),
  ].join('\n')
  return `${seal(content, place)}\n${dividers.end}`
}

function notesOf({ counted = 0, older = 0, modelRules = [] }: WrappedSummary): readonly string[] {
  return [
    ...(older > 0 ? [`The next ${messages(older)} after it came before all that it tells of.`] : []),
    ...(counted > 0 ? [`Its counts include the next ${messages(counted)} after it.`] : []),
    ...(modelRules.length > 0
      ? [`Constraints that the user did not state in these words: ${modelRules.join(', ')}.`]
      : []),
  ]
}

function messages(count: number): string {
  return `${count} message${count === 1 ? '' : 's'}`
}

/** Reads the lines before a summary's body. */
export function readNotes(lines: readonly string[]): Pick<WrappedSummary, 'counted' | 'older' | 'modelRules'> {
  const counted = numberIn(lines, /^Its counts include the next (\d{1,6}) messages? after it\.$/)
  const older = numberIn(lines, /^The next (\d{1,6}) messages? after it came before all that it tells of\.$/)
  const modelRules = wordIn(lines, /^Constraints that the user did not state in these words: ([\d, ]{1,4000})\.$/)
  return {
    ...(counted !== undefined && { counted }),
    ...(older !== undefined && { older }),
    ...(modelRules && { modelRules: modelRules.split(', ').map(Number) }),
  }
}

function numberIn(lines: readonly string[], note: RegExp): number | undefined {
  const found = wordIn(lines, note)
  return found === undefined ? undefined : Number(found)
}

/** The last line counts: those before it may be a sentence of the host. */
function wordIn(lines: readonly string[], note: RegExp): string | undefined {
  return lines.map((line) => note.exec(line)?.[1]).findLast((word) => word !== undefined)
}

/** The line's divider, if it is one. */
export function dividerOf(line: string): keyof typeof dividers | undefined {
  if (line === dividers.summary) return 'summary'
  if (line === dividers.quotes) return 'quotes'
  if (line === dividers.index) return 'index'
  if (line === dividers.end) return 'end'
  if (isSealLine(line)) return 'seal'
  return line.startsWith(dividers.quote) && line.includes('] ') ? 'quote' : undefined
}

/** Takes one escape away, if the line carries any. */
export function unescapeDivider(line: string): string {
  return line.startsWith('\\') && isOurs(line) ? line.slice(1) : line
}

function escapeDividers(text: string): string {
  if (![summaryMarker, ...Object.values(dividers)].some((divider) => text.includes(divider))) return text
  return text
    .split('\n')
    .map((line) => (isOurs(line) ? `\\${line}` : line))
    .join('\n')
}

/** True for a line that only we write, escaped or not. */
function isOurs(line: string): boolean {
  const bare = line.replace(/^\\+/, '')
  return bare === summaryMarker || dividerOf(bare) !== undefined
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/\] /g, ']')
}
