import { countedLines } from './in-words.ts'
import { printable } from './printable.ts'

/** Columns that code is set apart with; more of them only push text out of sight. */
const mostColumns = 8
/** Columns that deep code begins at. */
const mostIndent = 40
const mostRepeats = 3

/** A text as lines in which nothing can be overlooked: what cannot be seen is spelt out, and what goes on and on is counted. */
export function shownLines(text: string): readonly string[] {
  return withRepeatsCounted(text.split('\n').map(shownLine))
}

/** A line break within counts as one more character that cannot be seen. */
export function shownLine(text: string): string {
  return printable(text.replace(/[ \t]+/g, (run, at: number) => shownSpace(run, at, text))).replaceAll('\n', '\\n')
}

function shownSpace(run: string, at: number, line: string): string {
  const isTrailing = at + run.length === line.length
  const columns = run.replaceAll('\t', '    ').length
  // A tab looks like spaces, and to some programs it is not the same.
  if (!isTrailing && columns <= (at === 0 ? mostIndent : mostColumns)) return run.replaceAll('\t', '→   ')
  const tabs = run.replaceAll(' ', '').length
  if (tabs === 0) return `⟨${countedLines(run.length, 'space')}⟩`
  return tabs === run.length ? `⟨${countedLines(tabs, 'tab')}⟩` : `⟨${run.length} spaces and tabs⟩`
}

function withRepeatsCounted(lines: readonly string[]): readonly string[] {
  const shown: string[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    let end = at + 1
    while (end < lines.length && lines[end] === line) end++
    if (end - at <= mostRepeats) shown.push(...lines.slice(at, end))
    else shown.push(line, `⟨the same line ${countedLines(end - at - 1, 'more time')}⟩`)
    at = end
  }
  return shown
}
