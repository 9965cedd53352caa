import { csvFormat } from './csv-format.ts'
import { lineOf, readTextLines, sampleRuns, type TextLines } from './text-lines.ts'

/** `   12<tab>text`, `12: text`, `12→text`, `12 | text`: what tools write before the lines of a file. */
const numbered = /^ {0,12}(\d{1,9})(?:\t|→|: ?| {0,2}[|│] ?)/
const leastShare = 0.9

/** The text without the numbers that a tool wrote before its lines; as it is where they do not count up one by one. */
export function stripLineNumbers(lines: TextLines, name: string): TextLines {
  const runs = sampleRuns(lines)
  if (!isNumbered(runs) || isNumberedTable(runs, name)) return lines
  const numbers: number[] = []
  const stripped = Array.from(lines.starts, (_, index) => {
    const line = lineOf(lines, index)
    const prefix = numbered.exec(line.slice(0, 40))
    if (prefix === null) return line
    numbers.push(Number(prefix[1]))
    return line.slice(prefix[0].length)
  })
  const [first = 1] = numbers
  return { ...readTextLines(`${stripped.join('\n')}\n`), toolNumbers: { first, last: numbers.at(-1) ?? first } }
}

function isNumbered(runs: readonly (readonly string[])[]): boolean {
  let followed = 0
  let lines = 0
  for (const run of runs) {
    const numbers = run.map((line) => Number(numbered.exec(line.slice(0, 40))?.[1] ?? Number.NaN))
    for (let at = 1; at < numbers.length; at++) {
      lines++
      if ((numbers[at - 1] ?? 0) + 1 === numbers[at]) followed++
    }
  }
  return lines > 0 && followed >= lines * leastShare
}

/** A table may count its rows in its first column. */
function isNumberedTable(runs: readonly (readonly string[])[], name: string): boolean {
  const lines = runs.flat()
  if (lines.some((line) => line.startsWith(' '))) return false
  const format = csvFormat(lines)
  return format?.delimiter === '\t' && (format.columns > 2 || /\.tsv$/i.test(name))
}
