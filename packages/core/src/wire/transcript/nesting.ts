import { placeOf, unreadable } from './unreadable.ts'

/** No real transcript nests deeper; what does would exhaust the stack of whatever reads it next. */
const mostLevels = 500

const quote = 34
const backslash = 92
const opens = new Set([91, 123])
const closes = new Set([93, 125])

/** Refuses JSON text that is nested beyond reason, before anything tries to parse it. */
export function checkNesting(text: string): void {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === quote) i = endOfString(text, i)
    else if (opens.has(unit)) {
      if (++depth > mostLevels) {
        throw unreadable(
          `nested more than ${mostLevels} levels deep`,
          placeOf(text, i),
          'This is not a transcript; check where the file came from.',
        )
      }
    } else if (closes.has(unit)) depth--
  }
}

/** Index of the closing quote; the end of the text where there is none. */
export function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === backslash) i++
    else if (unit === quote) return i
  }
  return text.length
}
