import { declarationOf } from './declaration.ts'
import type { OutlineDraft, OutlineItem } from './fit-sections.ts'
import { glimpses } from './glimpses.ts'
import { isMostlyLong, lineOf, placeOf, quoteLine, type TextLines } from './text-lines.ts'

const lineChars = 400
/** Deeper ones are hardly declarations. */
const mostLevels = 6
/** Declarations within lines that were minified. */
const inLine = /\b(?:function\*?|class|interface|namespace)\s{1,4}[A-Za-z_$][\w$]{1,60}/g
const mostInLine = 5_000

/** The declarations of a program text, nested as it is indented. */
export function outlineCode(lines: TextLines): OutlineDraft {
  if (isMostlyLong(lines)) return outlineMinified(lines)
  const items: OutlineItem[] = []
  const indents: number[] = []
  for (const index of lines.starts.keys()) {
    const line = lineOf(lines, index, lineChars)
    const trimmed = line.trim()
    // A brace below a declaration opens it, and ends nothing.
    if (trimmed === '' || trimmed === '{') continue
    const spaces = indentOf(line)
    while ((indents.at(-1) ?? -1) >= spaces) indents.pop()
    const level = Math.min(indents.length, mostLevels)
    const declaration = declarationOf(trimmed, level)
    // An indented line below none is nested in something all the same, as in a part of a file.
    if (declaration === undefined || (level === 0 && spaces > 12)) continue
    if (declaration.isContainer || spaces === 0) indents.push(spaces)
    items.push({ text: `${'  '.repeat(level)}L${index + 1} ${quoteLine(trimmed)}`, rank: declaration.rank })
  }
  return { sections: [{ title: 'Declarations', items }] }
}

/** Columns of white space before a line; a tab counts as four. */
function indentOf(line: string): number {
  let spaces = 0
  for (const char of line) {
    if (char === ' ') spaces++
    else if (char === '\t') spaces += 4
    else break
  }
  return spaces
}

function outlineMinified(lines: TextLines): OutlineDraft {
  const items: OutlineItem[] = []
  for (const found of lines.text.matchAll(inLine)) {
    items.push({ text: `${placeOf(lines, found.index)} ${quoteLine(found[0])}`, rank: 1 })
    if (items.length === mostInLine) break
  }
  return {
    note: 'in very long lines',
    sections: [
      { title: 'Declarations', items },
      { title: 'Pieces', items: glimpses(lines) },
    ],
  }
}
