/** How a table is written. */
export interface CsvFormat {
  readonly delimiter: string
  readonly columns: number
}

const delimiters = ['\t', ',', ';', '|']
/** Tables have about the same number of fields in each row; a stray line, or a row with a line break, is forgiven. */
const leastShare = 0.95
const mostFields = 5_000

/** The delimiter by which nearly all lines have equally many fields; the one with the most, where several do. */
export function csvFormat(lines: readonly string[]): CsvFormat | undefined {
  const rows = lines.filter((line) => line.trim() !== '').slice(0, 1_000)
  if (rows.length < 3) return undefined
  const formats = delimiters.flatMap((delimiter) => {
    const counts = new Map<number, number>()
    for (const row of rows) {
      const { length } = splitFields(row, delimiter)
      counts.set(length, (counts.get(length) ?? 0) + 1)
    }
    const [columns = 0, times = 0] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0])
    return columns > 1 && times >= rows.length * leastShare ? [{ delimiter, columns }] : []
  })
  return formats.toSorted((a, b) => b.columns - a.columns)[0]
}

/** The fields of a row, without their quotes. */
export function splitFields(row: string, delimiter: string): readonly string[] {
  const fields: string[] = []
  let at = 0
  while (fields.length < mostFields) {
    const end = row[at] === '"' ? endOfQuoted(row, at) : at
    const next = row.indexOf(delimiter, end)
    const field = row.slice(at, next === -1 ? row.length : next).trim()
    const isQuoted = field.length > 1 && field.startsWith('"') && field.endsWith('"')
    fields.push(isQuoted ? field.slice(1, -1).replaceAll('""', '"') : field)
    if (next === -1) break
    at = next + delimiter.length
  }
  return fields
}

/** Offset after the quote that ends a field; a doubled quote stands for itself. Quotes without an end mean nothing. */
function endOfQuoted(row: string, start: number): number {
  for (let at = row.indexOf('"', start + 1); at !== -1; at = row.indexOf('"', at + 2)) {
    if (row[at + 1] !== '"') return at + 1
  }
  return start
}
