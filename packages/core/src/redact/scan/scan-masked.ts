import { escaped, hiddenCharacter } from './hidden-character.ts'
import type { Rule } from './rule.ts'
import type { Span } from './span.ts'

/** The text around a mask on its line: enough for a name, a prefix and the token. */
const reachChars = 400
/** Lines without end are gone through in pieces. */
const maxChars = 8_000

/** Finds no secret: it only reports places where characters may be spelled in another way. */
export const maskRule: Rule = {
  id: 'mask',
  keywords: [
    ...Array.from('02fF', (first) => `\\u${first}`),
    ...Array.from('1234567', (first) => `\\x${first}`),
    '\\033',
    '\\e[',
    '%5f',
    '%2d',
    '%3d',
    '%25',
    '%e2',
  ],
  find: (_, at) => [{ id: 'mask', start: at, end: at }],
}

const hidden = hiddenCharacter.source
const colour = new RegExp(`${escaped(0x1b)}\\[[\\d;]{0,12}m`, 'g')
const mask = new RegExp(
  `(?:\\x1b|\\\\{1,15}(?:u001[bB]|x1[bB]|033|e))\\[[\\d;]{0,12}m|\\\\{1,15}u([\\da-fA-F]{4})|\\\\{1,15}x([\\da-fA-F]{2})|%[eE]2%80%[89aA][\\da-fA-F]|%(?:25){0,2}([\\da-fA-F]{2})|${hidden}`,
  'g',
)

/** Finds what only shows once hidden characters are taken out and spelled ones are read. */
export function scanMasked(text: string, masks: readonly number[], scan: Scan): readonly Span[] {
  const pieces = [...windows(text, masks)]
  // Most masks hide nothing, so all that they may hide is looked through at once.
  const all = pieces.map(({ start, end }) => text.slice(start, end)).join('\n')
  if (scan(all.replace(colour, '').replace(mask, replaceMask)).length === 0) return []
  const spans: Span[] = []
  let done = 0
  for (const { start, end } of pieces) {
    const shown = unmask(text.slice(start, end))
    if (shown === undefined) continue
    for (const span of scan(shown.text)) {
      const from = start + (shown.starts[span.start] ?? 0)
      const to = start + (shown.ends[span.end - 1] ?? 0)
      if (from < done || to <= from) continue
      spans.push({ id: span.id, start: from, end: to })
      done = to
    }
  }
  return spans
}

type Scan = (text: string) => readonly Span[]

interface Piece {
  readonly start: number
  readonly end: number
}

/** The lines, or parts of long ones, in which there is a mask. */
function* windows(text: string, masks: readonly number[]): Iterable<Piece> {
  let open: Piece | undefined
  for (const at of masks) {
    // Most masks stand on the same line as the one before.
    if (open !== undefined && at + reachChars / 2 < open.end) continue
    const around = lineAround(text, at)
    if (open !== undefined && around.end <= open.end) continue
    if (open !== undefined && around.start < open.end && around.end - open.start <= maxChars) {
      open = { start: open.start, end: Math.max(open.end, around.end) }
    } else {
      if (open !== undefined) yield open
      open = around
    }
  }
  if (open !== undefined) yield open
}

function lineAround(text: string, at: number): Piece {
  const lead = text.slice(Math.max(0, at - reachChars), at)
  const tail = text.slice(at, at + reachChars)
  const lineEnd = tail.indexOf('\n')
  return {
    start: at - lead.length + lead.lastIndexOf('\n') + 1,
    end: at + (lineEnd === -1 ? tail.length : lineEnd),
  }
}

interface Shown {
  readonly text: string
  /** The bounds of each of its characters in the text that it was read from. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

function unmask(text: string): Shown | undefined {
  const starts = new Uint32Array(text.length)
  const ends = new Uint32Array(text.length)
  const pieces: string[] = []
  let length = 0
  const keep = (piece: string, start: number, step: number): void => {
    for (let i = 0; i < piece.length; i++) {
      starts[length] = start + i * step
      ends[length] = start + (i + 1) * step
      length++
    }
    pieces.push(piece)
  }
  let end = 0
  for (const match of text.matchAll(mask)) {
    const shown = readMask(match)
    if (shown === undefined) continue
    keep(text.slice(end, match.index), end, 1)
    keep(shown, match.index, match[0].length)
    end = match.index + match[0].length
  }
  if (end === 0) return undefined
  keep(text.slice(end), end, 1)
  return { text: pieces.join(''), starts, ends }
}

function replaceMask(...match: readonly (string | undefined)[]): string {
  return readMask(match) ?? match[0] ?? ''
}

/** The character that is spelled, none where it is not seen; other letters are left as they are spelled. */
function readMask([, unicode, hex, percent]: readonly (string | undefined)[]): string | undefined {
  const digits = unicode ?? hex ?? percent
  if (digits === undefined) return ''
  const code = Number.parseInt(digits, 16)
  if (code >= 0x20 && code < 0x7f) return code === 0x5c || code === 0x25 ? undefined : String.fromCharCode(code)
  if (code === 0x0a || code === 0x0d || code === 0x09) return undefined
  if (code < 0x20 || code === 0x7f) return ''
  return percent === undefined && hiddenCharacter.test(String.fromCharCode(code)) ? '' : undefined
}
