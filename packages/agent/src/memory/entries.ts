import { tidy } from './tidy.ts'

/** One remembered thing, and the lines of the file that hold it. */
export interface Entry {
  readonly text: string
  readonly start: number
  /** The first line after it. */
  readonly end: number
}

const bullet = /^(?:[-*+] +)+(?=\S)/u

/** Returns the bullets of a memory file. Text around them, such as a heading, is the user's and is left alone. */
export function entriesOf(text: string): readonly Entry[] {
  const lines = tidy(text).split('\n')
  const entries: Entry[] = []
  for (const [start, line] of lines.entries()) {
    if (!bullet.test(line)) continue
    let end = start + 1
    while (/^\s+\S/u.test(lines[end] ?? '')) end++
    entries.push({ text: entryText(lines.slice(start, end).join(' ')), start, end })
  }
  return entries
}

/** A text as one entry holds it: one line, without the bullet. */
export function entryText(text: string): string {
  return text.toWellFormed().normalize('NFC').replaceAll(/\s+/gu, ' ').trim().replace(bullet, '').trim()
}

/** The file with one more entry at its end. */
export function withEntry(text: string, entry: string): string {
  return tidy(`${tidy(text)}- ${entry}`)
}

/** Returns the file with an entry replaced, or removed when there is no replacement. */
export function withoutEntry(text: string, { start, end }: Entry, replacement?: string): string {
  const lines = tidy(text).split('\n')
  const middle = replacement === undefined ? [] : [`- ${replacement}`]
  return tidy([...lines.slice(0, start), ...middle, ...lines.slice(end)].join('\n'))
}
