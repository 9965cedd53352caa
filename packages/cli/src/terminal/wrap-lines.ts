import { width } from './width.ts'

/** Ends rows between words; a row that goes on keeps the indent of its line. Lines that fit, or that have colours, stay as they are. */
export function wrapLines(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => (line.includes('\u001b') || width(line) <= columns ? line : wrapLine(line, columns)))
    .join('\n')
}

function wrapLine(line: string, columns: number): string {
  const [indent = ''] = /^\s*/.exec(line) ?? []
  const rows: string[] = []
  let row = indent
  let gap = ''
  // What stands between two words is kept where both stand in one row. A number and its percent sign are one word.
  for (const [word] of line.slice(indent.length).matchAll(/\s+|\S+(?: %\S*)?/g)) {
    if (word.trim() === '') {
      gap = word
      continue
    }
    const isFirst = row === indent
    if (!isFirst && width(row + gap + word) > columns) {
      rows.push(row)
      row = indent + word
    } else row += isFirst ? word : gap + word
  }
  return [...rows, row].join('\n')
}
