const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Returns the start of the character before the cursor; a grapheme cluster counts as one. */
export function previousCharacter(text: string, cursor: number): number {
  const start = startOfLine(text, cursor)
  if (start === cursor) return Math.max(0, cursor - 1)
  const last = [...graphemes.segment(text.slice(start, cursor))].at(-1)
  return start + (last?.index ?? 0)
}

/** Returns the end of the character after the cursor. */
export function nextCharacter(text: string, cursor: number): number {
  const [first] = graphemes.segment(text.slice(cursor, cursor + 100))
  return cursor + (first?.segment.length ?? 0)
}

export function previousWord(text: string, cursor: number): number {
  return Math.max(0, text.slice(0, cursor).search(/[\p{L}\p{N}]+[^\p{L}\p{N}]*$/u))
}

export function nextWord(text: string, cursor: number): number {
  const [passed = ''] = /^[^\p{L}\p{N}]*[\p{L}\p{N}]*/u.exec(text.slice(cursor)) ?? []
  return cursor + passed.length
}

export function startOfLine(text: string, cursor: number): number {
  return text.lastIndexOf('\n', cursor - 1) + 1
}

export function endOfLine(text: string, cursor: number): number {
  const end = text.indexOf('\n', cursor)
  return end === -1 ? text.length : end
}

/** The same place in the line above; `undefined` in the first line. */
export function lineAbove(text: string, cursor: number): number | undefined {
  const start = startOfLine(text, cursor)
  if (start === 0) return undefined
  const above = startOfLine(text, start - 1)
  return Math.min(above + (cursor - start), start - 1)
}

/** The same place in the line below; `undefined` in the last line. */
export function lineBelow(text: string, cursor: number): number | undefined {
  const end = endOfLine(text, cursor)
  if (end === text.length) return undefined
  return Math.min(end + 1 + (cursor - startOfLine(text, cursor)), endOfLine(text, end + 1))
}
