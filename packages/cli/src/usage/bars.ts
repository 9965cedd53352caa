import { barCells } from '../terminal/bar-cells.ts'

const eighths = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const
const heights = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/** A bar as long as its share of the most. */
export function bar(value: number, most: number, cells: number): string {
  const length = barCells(most > 0 ? value / most : 0, cells * 8)
  return '█'.repeat(Math.floor(length / 8)) + (eighths[(length % 8) - 1] ?? '')
}

/** Returns values side by side, each as high as its share of the largest; a dot represents 0. */
export function sparkline(values: readonly number[]): string {
  const most = values.reduce((a, b) => Math.max(a, b), 0)
  return values.map((value) => (value <= 0 ? '·' : heightOf(value / most))).join('')
}

function heightOf(share: number): string {
  return heights[Math.max(0, Math.ceil(share * heights.length) - 1)] ?? heights[0]
}
