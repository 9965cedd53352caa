import pc from 'picocolors'
import { width } from '../terminal/width.ts'
import { flow } from './flow.ts'
import { wordsOf } from './words.ts'

const colours = pc.createColors(false)

/** Ends rows between words. A line that fits, or that has colours and so was laid out already, is left as it is. */
export function wrapText(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => (line.includes('\u001b') || width(line) <= columns ? line : wrapLine(line, columns)))
    .join('\n')
}

function wrapLine(line: string, columns: number): string {
  const [indent = ''] = /^\s*/.exec(line) ?? []
  const words = wordsOf([{ text: line, accents: [] }])
  const options = { columns, colours, hang: indent, hangColumns: indent.length }
  return indent + flow(words, { column: indent.length }, options).text
}
