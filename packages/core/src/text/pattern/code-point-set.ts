/** Code points as ranges: least, most, least, most …, ascending, with a gap between any two. */
export type CodePointSet = readonly number[]

const lastCodePoint = 0x10ffff

/** What `\d`, `\w` and `\s` stand for, as RegExp has them. */
export const digitSet: CodePointSet = [0x30, 0x39]
export const wordSet: CodePointSet = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a]
export const spaceSet: CodePointSet = unionOfRanges([
  ...[0x09, 0x0d, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029],
  ...[0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff],
])
/** What ends a line: `\n`, `\r` and the two separators of Unicode. */
export const lineBreakSet: CodePointSet = [0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029]
export const everyCodePoint: CodePointSet = [0, lastCodePoint]

/** The set of ranges in any order, which may overlap. */
export function unionOfRanges(ranges: readonly number[]): CodePointSet {
  const pairs: (readonly [number, number])[] = []
  for (let i = 0; i < ranges.length; i += 2) pairs.push([ranges[i] ?? 0, ranges[i + 1] ?? 0])
  pairs.sort(([one], [other]) => one - other)
  const set: number[] = []
  for (const [least, most] of pairs) {
    const end = set.at(-1)
    if (end === undefined || least > end + 1) set.push(least, most)
    else set[set.length - 1] = Math.max(end, most)
  }
  return set
}

/** All code points that are not in a set. */
export function complementOf(set: CodePointSet): CodePointSet {
  const rest: number[] = []
  let next = 0
  for (let i = 0; i < set.length; i += 2) {
    const least = set[i] ?? 0
    if (least > next) rest.push(next, least - 1)
    next = (set[i + 1] ?? 0) + 1
  }
  if (next <= lastCodePoint) rest.push(next, lastCodePoint)
  return rest
}

export function hasCodePoint(set: CodePointSet, codePoint: number): boolean {
  let low = 0
  let high = set.length / 2
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((set[2 * middle + 1] ?? 0) < codePoint) low = middle + 1
    else high = middle
  }
  return 2 * low < set.length && (set[2 * low] ?? 0) <= codePoint
}
