import { isFenceLine, type OpenFence, scanFences } from './scan-fences.ts'

/** With less room than this a message could hold a fence and nothing in it. */
export const leastPieceChars = 64

/**
 * Splits a text into messages of at most `limit` characters. It is cut between paragraphs, lines or words where there
 * are any in the second half of the room; a code fence that is cut is closed, and opened again with its language.
 */
export function splitAnswer(text: string, limit: number): readonly string[] {
  const room = Math.max(limit, leastPieceChars)
  const pieces: string[] = []
  // What is left never ends in a blank, so it says something as long as it is not empty.
  let rest = text.trimEnd()
  let fence: OpenFence | undefined
  while (rest !== '') {
    const opening = fence === undefined ? '' : openingLine(fence, room)
    if (opening.length + rest.length <= room) {
      pieces.push(opening + rest)
      break
    }
    const at = cutAt(rest, room - opening.length - closingRoom)
    const body = rest.slice(0, at)
    fence = scanFences(body, fence)
    if (body.trim() !== '') pieces.push(opening + (fence ? `${body}\n${fence.closing}` : body.trimEnd()))
    rest = afterCut(rest, at, fence)
    if (fence !== undefined && scanFences(firstLine(rest), fence) === undefined) {
      // What would follow is an empty block of code.
      rest = rest.slice(firstLine(rest).length).trimStart()
      fence = undefined
    }
  }
  return pieces
}

/** The longest closing line is a line break and twenty marks. */
const closingRoom = 21

/** A language is a word; a longer text after the marks is not repeated, it would eat up the room. */
function openingLine({ opening, closing }: OpenFence, room: number): string {
  return opening.length <= room / 4 ? `${opening}\n` : `${closing}\n`
}

/** Finds the best place for a cut in the second half of the room. */
function cutAt(text: string, room: number): number {
  const half = Math.floor(room / 2)
  const paragraph = text.lastIndexOf('\n\n', room)
  if (paragraph > half) return paragraph
  const line = text.lastIndexOf('\n', room)
  if (line > half) return line
  const start = text.lastIndexOf('\n', room - 1) + 1
  if (start > 0 && isFenceLine(firstLine(text, start))) return start
  const word = text.lastIndexOf(' ', room)
  return word > half ? word : wholeCut(text, room)
}

/** No line that closes a fence is longer. */
const mostLineChars = 200

/** The beginning of the line from there on: enough to see whether it is a fence. */
function firstLine(text: string, from = 0): string {
  const [line = ''] = text.slice(from, from + mostLineChars).split('\n', 1)
  return line
}

/** Characters that look like one may be this long; more are parted. */
const lookBehind = 64
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The last place up to `room` that parts no character, as a reader sees characters. */
function wholeCut(text: string, room: number): number {
  const from = Math.max(0, room - lookBehind)
  let best = isLowSurrogate(text, room) ? room - 1 : room
  for (const { index } of graphemes.segment(text.slice(from, room + lookBehind))) {
    if (from + index > room) break
    if (index > 0) best = from + index
  }
  return isLowSurrogate(text, best) ? best - 1 : best
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}

/** Code keeps its indentation and its empty lines; prose needs no blank at the beginning of a message. */
function afterCut(text: string, at: number, fence: OpenFence | undefined): string {
  const rest = text.slice(at)
  if (fence === undefined) return rest.trimStart()
  return rest.startsWith('\n') ? rest.slice(1) : rest
}
