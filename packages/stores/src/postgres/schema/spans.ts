/** Messages with consecutive numbers that are next to each other in a list, from place `seq` on. */
export interface ListSpan {
  readonly seq: number
  readonly first: number
  readonly count: number
}

/** A list of messages as spans. */
export function spansOf(numbers: readonly number[]): readonly ListSpan[] {
  return joinSpans(numbers.map((first, seq) => ({ seq, first, count: 1 })))
}

export function numbersOf(spans: readonly ListSpan[]): readonly number[] {
  return spans.flatMap(({ first, count }) => Array.from({ length: count }, (_, i) => first + i))
}

/** Returns a list's spans from one place on, moved to another place in another list. */
export function moveSpans(spans: readonly ListSpan[], from: number, to: number): readonly ListSpan[] {
  return spans.flatMap(({ seq, first, count }) => {
    const skipped = Math.max(from - seq, 0)
    return skipped >= count ? [] : [{ seq: seq + skipped - from + to, first: first + skipped, count: count - skipped }]
  })
}

/** The same list in as few spans as can be. */
export function joinSpans(spans: readonly ListSpan[]): readonly ListSpan[] {
  const joined: ListSpan[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    const goesOn = last !== undefined && last.first + last.count === span.first && last.seq + last.count === span.seq
    if (goesOn) joined[joined.length - 1] = { ...last, count: last.count + span.count }
    else joined.push(span)
  }
  return joined
}
