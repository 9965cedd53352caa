import { fit, printable, width } from '../terminal/width.ts'

/** One line of at most so many columns; not padded. */
export function clip(text: string, columns: number): string {
  const line = printable(text).trim()
  return width(line) <= columns ? line : fit(line, Math.max(1, columns)).trimEnd()
}
