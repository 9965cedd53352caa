import { counted } from '../text/in-words.ts'
import type { OutlineDraft, OutlineItem } from './fit-sections.ts'
import { lineTemplate } from './line-template.ts'
import { isContinued, isGrave, type LogLevel, levelOf, timestampOf } from './log-line.ts'
import { lineOf, quoteLine, type TextLines } from './text-lines.ts'

interface Template {
  readonly text: string
  readonly example: string
  readonly level: LogLevel | undefined
  readonly first: number
  last: number
  count: number
}

interface LogReading {
  readonly templates: Map<string, Template>
  readonly levels: Map<LogLevel, number>
  /** Lines whose template found no more room. */
  others: number
  continued: number
  firstTime?: { readonly time: string; readonly line: number }
  lastTime?: { readonly time: string; readonly line: number }
}

/** Logs have few templates; what has more is masked badly, and must not fill the memory. */
const mostTemplates = 10_000
const lineChars = 400
const gravity: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace']

/** The times that a log spans, its levels, and the templates of its lines: what failed, and what is frequent. */
export function outlineLog(lines: TextLines): OutlineDraft {
  const reading = readLog(lines)
  const all = [...reading.templates.values()]
  const grave = all.filter(({ level }) => isGrave(level))
  const usual = all.filter(({ level }) => !isGrave(level))
  return {
    note: noteOf(reading),
    sections: [
      { title: 'Errors and warnings (# is masked)', items: templateItems(grave.toSorted(byGravity), 0) },
      { title: 'Frequent lines (# is masked)', items: templateItems(usual.toSorted(byCount), 0.5) },
    ],
  }
}

function readLog(lines: TextLines): LogReading {
  const reading: LogReading = { templates: new Map(), levels: new Map(), others: 0, continued: 0 }
  for (const index of lines.starts.keys()) {
    const line = lineOf(lines, index, lineChars)
    const time = timestampOf(line)
    if (time === undefined && isContinued(line)) {
      reading.continued++
      continue
    }
    if (time !== undefined) {
      reading.firstTime ??= { time, line: index + 1 }
      reading.lastTime = { time, line: index + 1 }
    }
    addLine(reading, line, index + 1)
  }
  return reading
}

function addLine(reading: LogReading, line: string, number: number): void {
  const { templates, levels } = reading
  const text = lineTemplate(line)
  const known = templates.get(text)
  const level = known === undefined ? levelOf(line) : known.level
  if (level !== undefined) levels.set(level, (levels.get(level) ?? 0) + 1)
  if (known !== undefined) {
    known.count++
    known.last = number
  } else if (templates.size < mostTemplates)
    templates.set(text, { text, example: line, level, first: number, last: number, count: 1 })
  else reading.others++
}

function noteOf({ levels, firstTime, lastTime, others, continued }: LogReading): string {
  const counts = gravity.flatMap((level) => (levels.has(level) ? [`${level} ${levels.get(level)}`] : []))
  return [
    firstTime && lastTime && `${firstTime.time} (L${firstTime.line}) to ${lastTime.time} (L${lastTime.line})`,
    counts.length > 0 && `levels: ${counts.join(', ')}`,
    continued > 0 && `${counted(continued, 'line')} continue others`,
    others > 0 && `${counted(others, 'line')} of further templates`,
  ]
    .filter((piece) => typeof piece === 'string')
    .join('; ')
}

function byGravity(a: Template, b: Template): number {
  const difference = gravity.indexOf(a.level ?? 'info') - gravity.indexOf(b.level ?? 'info')
  return difference === 0 ? byCount(a, b) : difference
}

function byCount(a: Template, b: Template): number {
  return b.count - a.count || a.first - b.first
}

/** What failed and what is frequent take turns, by the place in their lists. */
function templateItems(templates: readonly Template[], lag: number): readonly OutlineItem[] {
  return templates.map(({ text, example, first, last, count }, index) => ({
    text:
      count === 1 ? `L${first} ${quoteLine(example, 200)}` : `${count}× L${first} to L${last} ${quoteLine(text, 200)}`,
    rank: index + lag,
  }))
}
