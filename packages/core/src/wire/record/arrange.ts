/** A line with the place it had in the file it came from; a new line has none. */
interface Placed {
  readonly at?: number
}

/**
 * Orders the lines of a file: old lines keep their places, a new line follows what was written before it. New lines
 * at the end of the conversation end the file, and new ones at its start come right before its first old line. With
 * `inTurn` no line of the conversation overtakes another, even where it once did.
 */
export function arrange<T extends Placed>(
  conversation: readonly T[],
  aside: readonly T[],
  { inTurn = false } = {},
): readonly T[] {
  const first = conversation.find(({ at }) => at !== undefined)?.at ?? 0
  const last = conversation.findLastIndex(({ at }) => at !== undefined)
  let before = first - 1
  let floor = Number.NEGATIVE_INFINITY
  const placed = conversation.map((line, i) => {
    before = Math.max(before, line.at ?? before)
    const place = line.at ?? (i > last ? Number.POSITIVE_INFINITY : before + 0.5)
    floor = Math.max(floor, place)
    return { line, place: inTurn ? floor : place }
  })
  const others = aside.map((line) => ({ line, place: line.at ?? Number.POSITIVE_INFINITY }))
  return [...others, ...placed].sort((a, b) => compare(a.place, b.place)).map(({ line }) => line)
}

/** Infinity minus itself is no number, so places are compared, not subtracted. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}
