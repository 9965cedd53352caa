import { barCells } from '../terminal/bar-cells.ts'
import type { TextLook } from './slash-command.ts'

/** A part of the window, in a colour and with a pattern that distinguishes it without one. */
export interface Slice {
  readonly name: string
  readonly tokens: number
  readonly colour: 'magenta' | 'blue' | 'green' | 'cyan' | 'yellow'
  readonly block: string
}

interface Sizes {
  readonly contextTokens: number
  readonly thresholdTokens: number
}

const widest = 100

/** The whole window as one bar, free space included, and below it where compaction begins. */
export function windowBar(slices: readonly Slice[], sizes: Sizes, { colours, columns }: TextLook): readonly string[] {
  const cells = Math.max(20, Math.min(columns, widest) - 4)
  const cellOf = (tokens: number) => barCells(tokens / Math.max(1, sizes.contextTokens), cells)
  const threshold = cellOf(sizes.thresholdTokens)
  let bar = ''
  let before = 0
  let end = 0
  for (const { tokens, colour, block } of slices) {
    const start = cellOf(before)
    before += tokens
    end = cellOf(before)
    bar += colours[colour]((colours.isColorSupported ? '█' : block).repeat(end - start))
  }
  const free = '░'.repeat(Math.max(0, threshold - end)) + '·'.repeat(Math.max(0, cells - Math.max(end, threshold)))
  return [`  ${bar}${colours.dim(free)}`, `  ${mark(threshold, cells)}`]
}

/** Puts the label on the side that has room for it. */
function mark(threshold: number, cells: number): string {
  const label = 'compressed here'
  const at = Math.max(0, Math.min(cells - 1, threshold - 1))
  if (at + label.length + 2 <= cells) return `${' '.repeat(at)}▲ ${label}`
  return `${`${label} `.padStart(at)}▲`
}
