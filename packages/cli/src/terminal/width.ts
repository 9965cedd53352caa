import { hidden } from './visible.ts'

/** Characters that take two columns: CJK, Hangul, kana, full-width forms, emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u
const zero = /\p{Mn}|\p{Me}|\p{Cf}/u

/** Columns that a text takes in a terminal. */
export function width(text: string): number {
  return [...text].reduce((columns, character) => columns + widthOf(character), 0)
}

function widthOf(character: string): number {
  if (zero.test(character)) return 0
  return wide.test(character) ? 2 : 1
}

/** Cut or padded to exactly this many columns. */
export function fitColumns(text: string, columns: number): string {
  const plain = shortenPaths(oneLine(text), columns)
  if (width(plain) <= columns) return plain + ' '.repeat(columns - width(plain))
  let kept = ''
  let used = 0
  for (const character of plain) {
    if (used + widthOf(character) > columns - 1) break
    kept += character
    used += widthOf(character)
  }
  return `${kept}…${' '.repeat(Math.max(0, columns - used - 1))}`
}

/** One line of at most so many columns; not padded. */
export function clip(text: string, columns: number): string {
  const line = oneLine(text).trim()
  return width(line) <= columns ? line : fitColumns(line, Math.max(1, columns)).trimEnd()
}

const hiddenRun = new RegExp(`${hidden}+`, 'gu')

/** Someone else's words on one line, without what cannot be seen. */
export function oneLine(text: string): string {
  return text.replace(hiddenRun, ' ')
}

/** Text between blanks and marks. With a slash before its end it is a path; a sentence has none worth keeping. */
const word = /[^\s"'`<>|,;()[\]]+/g
const slash = /[/\\]./
/** Paths cut to less than this could not be distinguished from each other. */
const leastColumns = 16

/** A line in which long paths are cut in their middle, as far as that makes it fit: where a path starts and its file's name stay. */
function shortenPaths(line: string, columns: number): string {
  let over = width(line) - columns
  if (over <= 0) return line
  // What follows a path is cut off visibly.
  const least = Math.max(1, Math.min(leastColumns, columns - 2))
  return line.replace(word, (found) => {
    const before = width(found)
    if (over <= 0 || before <= least || !slash.test(found)) return found
    const cut = cutMiddle(found, Math.max(least, before - over))
    over -= before - width(cut)
    return cut
  })
}

/** The file's name in full where it leaves room for a start, else its beginning and its end. */
function cutMiddle(found: string, columns: number): string {
  const slash = Math.max(found.lastIndexOf('/', found.length - 2), found.lastIndexOf('\\', found.length - 2))
  const name = found.slice(slash)
  const room = columns - 1
  const end = slash > 0 && width(name) <= room - leastStart ? name : lastOf(found, Math.ceil(room * endShare))
  return `${firstOf(found, room - width(end))}…${end}`
}

const leastStart = 4
const endShare = 0.6

function firstOf(text: string, columns: number): string {
  let kept = ''
  for (const character of text) {
    if (width(kept + character) > columns) break
    kept += character
  }
  return kept
}

function lastOf(text: string, columns: number): string {
  let kept = ''
  for (const character of [...text].toReversed()) {
    if (width(character + kept) > columns) break
    kept = character + kept
  }
  return kept
}
