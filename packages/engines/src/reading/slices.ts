import type { Message, Shown } from '@palimpsest/core/engine'

/** Slices of whole groups, so many characters at a time: results belong to what precedes them. */
export function slices(items: readonly Shown[], sliceChars: number): readonly (readonly Shown[])[] {
  const found: Shown[][] = []
  let slice: Shown[] | undefined
  let chars = 0
  for (const shown of items) {
    if (slice === undefined || (chars >= sliceChars && shown.message.role !== 'tool')) {
      slice = []
      chars = 0
      found.push(slice)
    }
    slice.push(shown)
    chars += charsIn(shown.message)
  }
  return found
}

export function charsIn({ parts }: Message): number {
  let chars = 0
  for (const part of parts)
    chars += 100 + (part.type === 'text' ? part.text.length : part.type === 'tool-call' ? part.arguments.length : 0)
  return chars
}
