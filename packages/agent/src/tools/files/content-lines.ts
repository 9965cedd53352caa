import { isUtf8 } from 'node:buffer'
import { countedLines } from '../in-words.ts'
import { shownLines } from '../shown-lines.ts'

/** The existing file at the path that is to be written. */
export interface Replaced {
  readonly bytes: number
  readonly changedAt: Date
  /** Absent if the file could not be read. */
  readonly content?: Buffer
}

/** All that a file shall hold; in place of another, what differs from it. */
export function contentLines(content: string, before: Replaced | undefined): readonly string[] {
  if (before === undefined) return added(content)
  if (before.content === undefined || !isUtf8(before.content) || before.content.includes(0))
    return [`⟨what it has cannot be shown; it was last changed ${before.changedAt.toISOString()}⟩`, ...added(content)]
  return differing(linesOf(new TextDecoder('utf-8', { ignoreBOM: true }).decode(before.content)), linesOf(content))
}

function added(content: string): readonly string[] {
  return content === '' ? [] : shownLines(content.replace(/\n$/, '')).map((line) => `+ ${line}`)
}

/** Everything from the first line that differs to the last: not the shortest way to show it, but the plainest. */
function differing(old: readonly string[], now: readonly string[]): readonly string[] {
  const most = Math.min(old.length, now.length)
  let start = 0
  while (start < most && old[start] === now[start]) start++
  let end = 0
  while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++
  const taken = marked('-', old.slice(start, old.length - end))
  const put = marked('+', now.slice(start, now.length - end))
  if (taken.length + put.length === 0) return ['⟨nothing changes⟩']
  return [...staying('first', start), ...taken, ...put, ...staying('last', end)]
}

function staying(which: 'first' | 'last', lines: number): readonly string[] {
  if (lines === 0) return []
  return [lines === 1 ? `⟨the ${which} line stays⟩` : `⟨the ${which} ${countedLines(lines, 'line')} stay⟩`]
}

/** With their line breaks, as two lines may differ in nothing else. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

function marked(sign: '-' | '+', lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return []
  const text = lines.join('')
  const shown = shownLines(text.replace(/\n$/, '')).map((line) => `${sign} ${line}`)
  return text.endsWith('\n') ? shown : [...shown, '⟨no line break at its end⟩']
}
