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
export function fit(text: string, columns: number): string {
  const plain = printable(text)
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
  const line = printable(text).trim()
  return width(line) <= columns ? line : fit(line, Math.max(1, columns)).trimEnd()
}

const hiddenRun = new RegExp(`${hidden}+`, 'gu')

/** Someone else's words on one line, without what cannot be seen. */
export function printable(text: string): string {
  return text.replace(hiddenRun, ' ')
}
