/** The data of a chart of prompt sizes. */
export interface ChartData {
  /** Prompt tokens, call by call. */
  readonly values: readonly number[]
  /** A line across: the size at which compaction starts. */
  readonly threshold: number
  /** Calls that a compaction came before, from 0. */
  readonly marks: readonly number[]
}

export interface ChartSize {
  readonly columns: number
  readonly rows: number
}

/** A braille character is two dots wide and four high; these are the bits of its dots, from the top. */
const dotBits = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const
const emptyBraille = 0x2800

/** The context over time as an area of dots, with the threshold beside it and compactions marked below. */
export function replayChart({ values, threshold, marks }: ChartData, { columns, rows }: ChartSize): readonly string[] {
  if (values.length === 0) return []
  const most = Math.max(threshold, ...buckets(values, columns * 2))
  const label = Math.max(short(most).length, short(threshold).length)
  const cells = Math.max(10, columns - label - 2)
  const heights = buckets(values, cells * 2).map((value) => Math.round((value / most) * rows * 4))
  const thresholdRow = rows - 1 - Math.min(rows - 1, Math.floor(((threshold / most) * rows * 4 - 1) / 4))
  const lines = Array.from({ length: rows }, (_, row) => {
    const name = row === thresholdRow ? short(threshold) : row === 0 ? short(most) : ''
    return `${name.padStart(label)} ${row === thresholdRow ? '┤' : '│'}${cellsOf(heights, row, rows)}`
  })
  return [...lines, `${' '.repeat(label)} └${marksLine(marks, values.length, cells)}`]
}

/** The largest value of each of so many stretches; fewer values are stretched out. */
function buckets(values: readonly number[], count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * values.length) / count)
    const to = Math.max(from + 1, Math.floor(((i + 1) * values.length) / count))
    return values.slice(from, to).reduce((most, value) => Math.max(most, value), 0)
  })
}

function cellsOf(heights: readonly number[], row: number, rows: number): string {
  let line = ''
  for (let x = 0; x < heights.length; x += 2) {
    let bits = emptyBraille
    for (const [down, [left, right]] of dotBits.entries()) {
      const height = (rows - row) * 4 - down
      if ((heights[x] ?? 0) >= height) bits |= left
      if ((heights[x + 1] ?? 0) >= height) bits |= right
    }
    line += String.fromCodePoint(bits)
  }
  return line
}

function marksLine(marks: readonly number[], calls: number, cells: number): string {
  const marked = new Set(marks.map((call) => Math.min(cells - 1, Math.floor((call * cells) / calls))))
  return Array.from({ length: cells }, (_, i) => (marked.has(i) ? '▲' : '─')).join('')
}

function short(tokens: number): string {
  if (tokens < 1_000) return String(Math.round(tokens))
  return tokens < 999_500 ? `${Math.round(tokens / 1_000)}K` : `${(tokens / 1_000_000).toFixed(1)}M`
}
