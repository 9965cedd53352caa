import type { OutlineItem } from './fit-sections.ts'
import { placeOf, quoteLine, type TextLines } from './text-lines.ts'

const mostGlimpses = 64
const glimpseChars = 160

/** Short pieces from all over a text whose lines are too long to lead anywhere. */
export function glimpses(lines: TextLines): readonly OutlineItem[] {
  const { text } = lines
  const count = Math.min(mostGlimpses, Math.ceil(text.length / (glimpseChars * 4)))
  return Array.from({ length: count }, (_, i) => {
    const at = Math.floor((text.length * i) / count)
    const piece = text.slice(at, at + glimpseChars * 2)
    return { text: `${placeOf(lines, at)} ${quoteLine(piece, glimpseChars)}`, rank: 50 }
  })
}
