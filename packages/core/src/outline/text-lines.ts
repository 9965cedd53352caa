import { clipText } from '../text/slice-whole.ts'

/** A text and where its lines begin. The last line feed ends a line and begins none. */
export interface TextLines {
  readonly text: string
  readonly starts: Uint32Array
  /** The numbers that a tool wrote before the lines and that `text` no longer has: offsets would mislead then. */
  readonly toolNumbers?: { readonly first: number; readonly last: number }
}

/** In lines that are longer, the number of the line does not lead to a place. */
const longLineChars = 2_000

export function readTextLines(text: string): TextLines {
  let count = text.length > 0 ? 1 : 0
  for (let at = text.indexOf('\n'); at !== -1 && at + 1 < text.length; at = text.indexOf('\n', at + 1)) count++
  const starts = new Uint32Array(count)
  let start = 0
  for (let index = 0; index < count; index++) {
    starts[index] = start
    start = text.indexOf('\n', start) + 1
  }
  return { text, starts }
}

/** A line by its index, or its beginning where it is longer than `maxChars`. */
export function lineOf(lines: TextLines, index: number, maxChars: number = Number.POSITIVE_INFINITY): string {
  const start = lines.starts[index] ?? lines.text.length
  const end = lineEnd(lines, index)
  if (end <= start) return ''
  return withoutColour(lines.text.slice(start, Math.min(end, start + maxChars)))
}

/** Offset of the end of a line, before its line break. */
export function lineEnd({ text, starts }: TextLines, index: number): number {
  const next = starts[index + 1]
  let end = next === undefined ? text.length : next - 1
  if (next === undefined && text.endsWith('\n')) end--
  return text[end - 1] === '\r' && end > (starts[index] ?? 0) ? end - 1 : end
}

/** Index of the line in which an offset lies. */
export function lineIndexAt({ starts }: TextLines, offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** The place of an offset by which it can be read: `L12` for a line, `@3456` for an offset within a very long one. */
export function placeOf(lines: TextLines, offset: number): string {
  const index = lineIndexAt(lines, offset)
  const start = lines.starts[index] ?? 0
  const isInLong = lines.toolNumbers === undefined && lineEnd(lines, index) - start > longLineChars
  return isInLong ? `@${offset}` : `L${index + 1}`
}

/** Whether most of the text lies in very long lines, as in what was minified. */
export function isMostlyLong({ text, starts }: TextLines): boolean {
  return text.length > longLineChars && text.length > starts.length * (longLineChars / 2)
}

/** Some lines of a text, each cut: its first, and runs of neighbours spread over the rest. */
export function sampleRuns(lines: TextLines): readonly (readonly string[])[] {
  const { length } = lines.starts
  const run = (from: number, size: number) =>
    Array.from({ length: Math.min(size, length - from) }, (_, i) => lineOf(lines, from + i, 1_000))
  if (length <= 2_000) return [run(0, length)]
  const runs = Array.from({ length: 12 }, (_, i) => run(800 + Math.floor(((length - 900) * i) / 11), 100))
  return [run(0, 800), ...runs]
}

/** A piece of the text on one line of an outline. */
export function quoteLine(line: string, maxChars = 160): string {
  const piece = line.slice(0, maxChars * 2).replace(/\p{Cc}/gu, ' ')
  return clipText(piece.trim(), maxChars)
}

/** Without the codes that colour a terminal. */
function withoutColour(line: string): string {
  if (!line.includes(colourStart)) return line
  const [before, ...pieces] = line.split(colourStart)
  return [before, ...pieces.map((piece) => piece.replace(/^[0-9;?]{0,20}[A-Za-z]/, ''))].join('')
}

const colourStart = '\u001b['
