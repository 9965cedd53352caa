interface Replacement {
  readonly old: string
  readonly new: string
}

/** Lines that an edit changes, before and after it. */
export interface TouchedLines {
  readonly old: string
  /** Absent if none of them is left. */
  readonly new?: string
}

/** So much of a line is shown on either side of an edit: a short edit then fits whole into a row of a question. */
const mostAround = 60

/** The lines around each of the places, whole unless they are very long: what an edit does depends on where it is made. */
export function touchedLines(text: string, edit: Replacement, places: readonly number[]): readonly TouchedLines[] {
  const regions: { start: number; end: number; places: number[] }[] = []
  for (const place of places) {
    const [start, end] = [startOf(text, place), endOf(text, edit, place)]
    const last = regions.at(-1)
    if (last === undefined || start >= last.end) regions.push({ start, end, places: [place] })
    else {
      last.end = end
      last.places.push(place)
    }
  }
  return regions.map(({ start, end, places: within }) => {
    const before = text.slice(start, end)
    const after = replaceAt(
      before,
      edit,
      within.map((place) => place - start),
    )
    const open = start === lineStart(text, start) ? '' : '…'
    const close = end === text.length || before.endsWith('\n') ? '' : '…'
    return shown(`${open}${before}${close}`, `${open}${after}${close}`)
  })
}

/** The text with an edit made at these places. */
export function replaceAt(text: string, edit: Replacement, places: readonly number[]): string {
  const pieces: string[] = []
  let from = 0
  for (const at of places) {
    pieces.push(text.slice(from, at), edit.new)
    from = at + edit.old.length
  }
  return [...pieces, text.slice(from)].join('')
}

function startOf(text: string, place: number): number {
  return Math.max(lineStart(text, place), place - mostAround)
}

function endOf(text: string, edit: Replacement, place: number): number {
  const end = place + edit.old.length
  const endsLines = edit.new.endsWith('\n') || (edit.new === '' && lineStart(text, place) === place)
  if (edit.old.endsWith('\n') && endsLines) return end
  return Math.min(lineEnd(text, end), end + mostAround)
}

function lineStart(text: string, place: number): number {
  return place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1
}

/** Behind the line break. */
function lineEnd(text: string, place: number): number {
  const at = text.indexOf('\n', place)
  return at === -1 ? text.length : at + 1
}

/** A break that both end in is not what changes, nor is the kind of breaks where all are of one. */
function shown(before: string, after: string): TouchedLines {
  const isWindows = before.includes('\r\n') && !/(?:^|[^\r])\n/.test(`${before}\r${after}`)
  const [old, now] = isWindows ? [plainBreaks(before), plainBreaks(after)] : [before, after]
  if (now === '') return { old: old.replace(/\n$/, '') }
  const isShared = old.endsWith('\n') && now.endsWith('\n')
  return isShared ? { old: old.slice(0, -1), new: now.slice(0, -1) } : { old, new: now }
}

function plainBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
