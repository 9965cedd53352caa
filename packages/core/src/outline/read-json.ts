import { emptyShape, type JsonShape, scanJson, skipSpace } from './json-shape.ts'
import { lineEnd, type TextLines } from './text-lines.ts'

/** A JSON text, or one with a JSON value in each line. */
export interface JsonReading {
  readonly shape: JsonShape
  /** Values at the top: one, or as many as there are lines. */
  readonly values: number
  readonly isLines: boolean
  /** Offset from which on the text is no JSON, where it ends before its value does, or where lines are none. */
  readonly brokenAt?: number
  readonly brokenLines: number
  readonly isCut: boolean
}

/** A text is JSON if it is so for at least this share of its characters, or of its lines. */
const leastShare = 0.9
/** Lines that are tried before all are. */
const triedLines = 100

/** Reads the shape of a JSON text in one pass; `undefined` when it is none. */
export function readJson(lines: TextLines): JsonReading | undefined {
  const { text } = lines
  const first = text[skipSpace(text, 0, text.length)]
  if (first !== '{' && first !== '[') return undefined
  return isJsonLines(lines) ? readJsonLines(lines) : readJsonValues(text)
}

/** One value, or several after each other; what comes after the last may be something else, as a cut or a remark. */
function readJsonValues(text: string): JsonReading | undefined {
  const start = skipSpace(text, 0, text.length)
  const shape = emptyShape(start)
  let values = 0
  let at = start
  while (at < text.length) {
    const { end, outcome } = scanJson(text, at, text.length, shape)
    const reading = { shape, values: values + 1, isLines: false, brokenLines: 0 }
    if (outcome === 'cut') return isTelling(shape) ? { ...reading, isCut: true } : undefined
    if (outcome === 'broken') {
      const isJson = isTelling(shape) && end >= text.length * leastShare
      return isJson ? { ...reading, isCut: false, brokenAt: end, values: Math.max(1, values) } : undefined
    }
    values++
    at = skipSpace(text, end, text.length)
  }
  return { shape, values, isLines: false, brokenLines: 0, isCut: false }
}

/** Brackets alone are no JSON worth the name. */
function isTelling({ types, keys, item }: JsonShape): boolean {
  if (keys.size > 0) return true
  return types.has('array') && item !== undefined && (isTelling(item) || item.examples.size > 0)
}

function isJsonLines(lines: TextLines): boolean {
  const { length } = lines.starts
  const step = Math.max(1, length / triedLines)
  let tried = 0
  let good = 0
  for (let at = 0; at < length; at += step) {
    const shape = readLine(lines, Math.floor(at), emptyShape(0))
    if (shape === 'blank') continue
    tried++
    if (shape === 'whole') good++
  }
  return tried > 1 && good >= tried * leastShare
}

function readLine(lines: TextLines, index: number, shape: JsonShape): 'blank' | 'whole' | 'broken' {
  const limit = lineEnd(lines, index)
  const start = skipSpace(lines.text, lines.starts[index] ?? 0, limit)
  if (start >= limit) return 'blank'
  const first = lines.text[start]
  if (first !== '{' && first !== '[') return 'broken'
  const { end, outcome } = scanJson(lines.text, start, limit, shape)
  return outcome === 'whole' && skipSpace(lines.text, end, limit) >= limit ? 'whole' : 'broken'
}

function readJsonLines(lines: TextLines): JsonReading {
  const shape = emptyShape(0)
  let values = 0
  let brokenLines = 0
  let brokenAt: number | undefined
  for (const [index, start] of lines.starts.entries()) {
    const outcome = readLine(lines, index, shape)
    if (outcome === 'whole') values++
    else if (outcome === 'broken') {
      brokenLines++
      brokenAt ??= start
    }
  }
  const reading = { shape, values, isLines: true, brokenLines, isCut: false }
  return brokenAt === undefined ? reading : { ...reading, brokenAt }
}
