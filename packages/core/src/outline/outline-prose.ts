import type { OutlineDraft, OutlineItem } from './fit-sections.ts'
import { glimpses } from './glimpses.ts'
import { isMostlyLong, lineOf, quoteLine, type TextLines } from './text-lines.ts'

const lineChars = 600
const leadChars = 600
const sentenceChars = 200

interface ProseReading {
  readonly items: OutlineItem[]
  /** Whether the next line of text is the first of its section, or of its paragraph. */
  isSectionOpen: boolean
  isParagraphOpen: boolean
  level: number
  headings: number
  fence: string
  lead: string
}

/** The headings of a prose text, its lead, and how its sections or paragraphs begin. */
export function outlineProse(lines: TextLines): OutlineDraft {
  const reading: ProseReading = {
    ...{ items: [], isSectionOpen: true, isParagraphOpen: true },
    ...{ level: 0, headings: 0, fence: '', lead: '' },
  }
  for (const index of lines.starts.keys()) readProseLine(reading, lines, index)
  const lead = reading.lead === '' ? [] : [{ text: quoteLine(reading.lead, leadChars), rank: 0 }]
  const title = reading.headings > 0 ? 'Headings, and how sections begin' : 'How paragraphs begin'
  const long = isMostlyLong(lines) ? [{ title: 'Pieces', items: glimpses(lines) }] : []
  return { sections: [{ title: 'Lead', items: lead }, { title, items: reading.items }, ...long] }
}

function readProseLine(reading: ProseReading, lines: TextLines, index: number): void {
  const line = lineOf(lines, index, lineChars)
  const fence = /^ {0,3}(```|~~~)/.exec(line)?.[1] ?? ''
  if (fence !== '' && (reading.fence === '' || reading.fence === fence)) {
    reading.fence = reading.fence === '' ? fence : ''
    return
  }
  const trimmed = line.trim()
  if (reading.fence !== '') return
  if (trimmed === '') {
    reading.isParagraphOpen = true
    return
  }
  const level = headingLevel(lines, index, line)
  if (level !== undefined) addHeading(reading, trimmed, level, index)
  else if (!/^[-=~*_+|\s]+$/.test(trimmed)) addText(reading, trimmed, index)
}

function addHeading(reading: ProseReading, trimmed: string, level: number, index: number): void {
  const indent = '  '.repeat(level - 1)
  reading.items.push({ text: `${indent}L${index + 1} ${quoteLine(trimmed)}`, rank: level })
  Object.assign(reading, { level, isSectionOpen: true, isParagraphOpen: true, headings: reading.headings + 1 })
}

function addText(reading: ProseReading, trimmed: string, index: number): void {
  if (reading.lead.length < leadChars) reading.lead = `${reading.lead} ${trimmed}`.trim()
  const { isSectionOpen, isParagraphOpen, level } = reading
  if (!isParagraphOpen && !isSectionOpen && !/^(?:[-*+]|\d{1,3}[.)]) /.test(trimmed)) return
  const indent = '  '.repeat(level)
  // Sections first, then the paragraphs in them.
  const rank = isSectionOpen ? 10 + level : 20 + level
  reading.items.push({ text: `${indent}L${index + 1} ${firstSentence(trimmed)}`, rank })
  Object.assign(reading, { isSectionOpen: false, isParagraphOpen: false })
}

/** The level of a heading of Markdown: with signs before it, or a line of signs below. */
function headingLevel(lines: TextLines, index: number, line: string): number | undefined {
  const signs = /^ {0,3}(#{1,6})\s/.exec(line)?.[1]
  if (signs !== undefined) return signs.length
  if (line.length > 200 || line.startsWith('    ') || !/\w/.test(line)) return plainLevel(line)
  const below = lineOf(lines, index + 1, 200).trim()
  if (below.length > 2 && /^(?:=+|-+|~+)$/.test(below) && !line.trimStart().startsWith('|')) {
    const isFirst = index === 0 || lineOf(lines, index - 1, 10).trim() === ''
    return isFirst ? (below.startsWith('=') ? 1 : 2) : undefined
  }
  return plainLevel(line)
}

/** The level of a heading of plain text: `CHAPTER IV`, `Part 2: The Sea`. */
function plainLevel(line: string): number | undefined {
  if (line.length > 100) return undefined
  if (/^\s{0,20}(?:part|book|volume)\s+(?:[ivxlcdm]{1,8}|\d{1,4}|one|two|three|four|five)\b[.: ]?/i.test(line)) return 1
  return /^\s{0,20}(?:chapter|section|appendix|article)\s+(?:[ivxlcdm]{1,8}|[a-z]|\d{1,4})(?:[.:]|\s|$)/i.test(line)
    ? 2
    : undefined
}

/** The first sentence of a text, or its beginning where that is long. */
export function firstSentence(text: string): string {
  const start = text.slice(0, sentenceChars * 2)
  const end = start.search(/[.!?]["')\]]?\s|[。！？]/)
  return quoteLine(end === -1 ? start : start.slice(0, end + 1), sentenceChars)
}
