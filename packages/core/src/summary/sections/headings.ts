import { singleSpaced } from '../../ledger/language/single-spaced.ts'
/** The sections of every summary, in this order. Their names stay English whatever language the user speaks. */
export const headings = [
  'Active Task',
  'Goal',
  'Constraints & Preferences',
  'Completed Actions',
  'Active State',
  'In Progress',
  'Blocked',
  'Key Decisions',
  'Resolved Questions',
  'Pending User Asks',
  'Relevant Files',
  'Remaining Work',
  'Critical Context',
] as const

/** The name of a section. */
export type Heading = (typeof headings)[number]

/** The text under each heading. A heading that is absent was not written; `opening` precedes the first. */
export interface Sections {
  readonly opening: string
  readonly texts: Readonly<Partial<Record<Heading, string>>>
}

const keys = new Map<string, Heading>(headings.map((heading) => [keyOf(heading), heading]))
/**
 * Models decorate headings: `#` to `######`, bold, a number, a colon; what follows, or is in brackets, is section
 * text.
 */
const decorated =
  /^(#{1,6} ?)?(\d{1,2}[.)] ?)?(\*\*|__)? ?([A-Za-z&/ ]{4,40}?) ?(:)? ?(?:\*\*|__)? ?(:)?(?: #+)?( ?\([^()]{0,200}\):?)?$/
const inline = /^(?:#{1,6} ?(?:\*\*)?|(?:\d{1,2}[.)] ?)?\*\*)([A-Za-z&/ ]{4,40}?) ?(?:: ?\*\*|\*\* ?:|:) ?(\S.*)$/
/** Longer lines are text: this also keeps the patterns off megabytes. */
const longestHeadingLine = 400

/** Parses a summary. Headings that are not ours are text of the section they are in; nothing is lost. */
export function parseSections(text: string): Sections {
  const found = new Map<Heading | undefined, string[]>()
  let lines = linesOf(found, undefined)
  for (const line of text.split('\n')) {
    const opened = headingOf(line)
    if (opened === undefined) lines.push(isEscaped(line) ? line.replace('\\', '') : line)
    else {
      lines = linesOf(found, opened.heading)
      if (opened.text !== '') lines.push(opened.text)
    }
  }
  const texts: Partial<Record<Heading, string>> = {}
  for (const [heading, said] of found) if (heading !== undefined) texts[heading] = trimLines(said.join('\n'))
  return { opening: trimLines(linesOf(found, undefined).join('\n')), texts }
}

/** Writes a summary: every heading that has a text, even an empty one. */
export function writeSections({ opening, texts }: Sections): string {
  const written = headings.flatMap((heading) => {
    const text = texts[heading]
    if (text === undefined) return []
    return [text === '' ? `## ${heading}` : `## ${heading}\n${escapeLines(text)}`]
  })
  return [...(opening === '' ? [] : [escapeLines(opening)]), ...written].join('\n\n')
}

/** The lines of a text, without bullets and numbers, that say something. */
export function itemsOf(text: string): readonly string[] {
  const items: string[] = []
  for (const line of text.split('\n')) {
    const last = items.at(-1)
    if (line.trim() === '') continue
    if (last !== undefined && /^\s+\S/.test(line)) items[items.length - 1] = `${last}\n${line}`
    else items.push(line.trimEnd())
  }
  return items
}

/** The number of actions that a line says were left out; `undefined` if it is an item like any other. */
export function leftOutIn(item: string): number | undefined {
  const digits = /^(?:\d{1,6}[.)] )?\((\d{1,6})(?: earlier)? actions? left out\)$/.exec(item)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The number that an item carries, if any. */
export function numberIn(item: string): number | undefined {
  const digits = /^\s*(\d{1,6})[.)]\s/.exec(item)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** An item as it counts for comparing: bullets, numbers, case and spaces aside. */
export function itemKey(item: string): string {
  return singleSpaced(item.replace(/^\s*(?:[-*•]|\d{1,5}[.)])\s+/, ''))
    .trim()
    .toLowerCase()
}

export function isEmptySection(text: string | undefined): boolean {
  return text === undefined || /^[\s\-*•_.()[\]]*(?:(?:none|n\/a|nothing|empty)[\s._)*\]]*)?$/i.test(text)
}

function linesOf(found: Map<Heading | undefined, string[]>, heading: Heading | undefined): string[] {
  const lines = found.get(heading) ?? []
  found.set(heading, lines)
  return lines
}

function headingOf(line: string): { readonly heading: Heading; readonly text: string } | undefined {
  if (line.length > longestHeadingLine || !/^ {0,3}[#*_\d]/.test(line)) return undefined
  const plain = singleSpaced(line).trim()
  const whole = decorated.exec(plain)
  const heading = whole === null ? undefined : keys.get(keyOf(whole[4] ?? ''))
  if (whole !== null && heading !== undefined && isMarked(whole)) return { heading, text: whole[7]?.trim() ?? '' }
  const [, title, text] = inline.exec(plain) ?? []
  const named = title === undefined ? undefined : keys.get(keyOf(title))
  return named === undefined ? undefined : { heading: named, text: text ?? '' }
}

/** A bare word on a line is prose; `#`, bold, or a number with a colon make it a heading. */
function isMarked([, hashes, number, bold, , colon, late]: RegExpExecArray): boolean {
  return hashes !== undefined || bold !== undefined || (number !== undefined && (colon ?? late) !== undefined)
}

function keyOf(title: string): string {
  return singleSpaced(title.toLowerCase().replace(/&|\/|\band\b/g, ' ')).trim()
}

/** Text that looks like one of our headings, such as a user's own words, must not become one when it is read again. */
function escapeLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (headingOf(line) !== undefined || isEscaped(line) ? `\\${line}` : line))
    .join('\n')
}

function isEscaped(line: string): boolean {
  return line.startsWith('\\') && headingOf(line.replace(/^\\+/, '')) !== undefined
}

/** Without the blank lines at both ends; spaces inside stay. */
function trimLines(text: string): string {
  return text.replace(/^(?:[ \t\r]*\n)+/, '').trimEnd()
}
