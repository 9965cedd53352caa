import { type CodePointSet, lineBreakSet } from './code-point-set.ts'

/** What a character is to its neighbours; the ends of the text are as the breaks between lines. */
export type CharacterSide = 0 | 1 | 2
export const otherSide = 0
export const wordSide = 1
export const breakSide = 2

/**
 * Characters that no instruction tells apart are one class: what is known of one holds for all of them. Class 0 is that
 * of halves of surrogate pairs, which have to be looked at together; the last class is that of the ends of the text.
 */
export interface CharacterClasses {
  /** The class of each UTF-16 unit. */
  readonly ofUnit: Uint16Array
  readonly ofCodePoint: (codePoint: number) => number
  /** How many classes there are. */
  readonly count: number
  readonly sideOf: readonly CharacterSide[]
  /** Whether a set has a class: at `set * count + class`. */
  readonly members: Uint8Array
}

/** Finds the classes for some sets and, if neighbours matter, for the characters that make words and break lines. */
export function characterClasses(sets: readonly CodePointSet[], words: CodePointSet | undefined): CharacterClasses {
  const parting = words === undefined ? sets : [...sets, words, lineBreakSet]
  const starts = boundariesOf(parting)
  const classes = partedClasses(starts, parting)
  const count = Math.max(...classes) + 2
  const members = new Uint8Array(parting.length * count)
  for (const [index, set] of parting.entries()) {
    for (const piece of piecesOf(starts, set)) members[index * count + (classes[piece] ?? 0)] = 1
  }
  const sideOf = Array.from({ length: count }, (_, each): CharacterSide => {
    if (words === undefined) return otherSide
    if (each === count - 1 || members[(sets.length + 1) * count + each] === 1) return breakSide
    return members[sets.length * count + each] === 1 ? wordSide : otherSide
  })
  const ofCodePoint = (codePoint: number) => classes[pieceAt(starts, codePoint)] ?? 0
  return { ofUnit: unitTable(starts, classes), ofCodePoint, count, sideOf, members }
}

/** Where a piece begins all of whose code points are in the same sets. */
function boundariesOf(sets: readonly CodePointSet[]): readonly number[] {
  const starts = new Set([0])
  for (const set of sets) {
    for (let i = 0; i < set.length; i += 2) starts.add(set[i] ?? 0).add((set[i + 1] ?? 0) + 1)
  }
  return [...starts].sort((one, other) => one - other)
}

/** The class of each piece, from 1 on: one class to begin with, parted by each set. */
function partedClasses(starts: readonly number[], sets: readonly CodePointSet[]): readonly number[] {
  const classes = starts.map(() => 0)
  let count = 1
  for (const set of sets) {
    const inside = new Map<number, number>()
    for (const piece of piecesOf(starts, set)) {
      const before = classes[piece] ?? 0
      const after = inside.get(before) ?? count++
      inside.set(before, after)
      classes[piece] = after
    }
  }
  const numbers = new Map([...new Set(classes)].map((each, index) => [each, index + 1]))
  return classes.map((each) => numbers.get(each) ?? 0)
}

function piecesOf(starts: readonly number[], set: CodePointSet): readonly number[] {
  const pieces: number[] = []
  for (let i = 0; i < set.length; i += 2) {
    const most = set[i + 1] ?? 0
    for (let piece = pieceAt(starts, set[i] ?? 0); (starts[piece] ?? Number.POSITIVE_INFINITY) <= most; piece++) {
      pieces.push(piece)
    }
  }
  return pieces
}

/** The last piece that begins at a code point or before. */
function pieceAt(starts: readonly number[], codePoint: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((starts[middle] ?? 0) <= codePoint) low = middle
    else high = middle - 1
  }
  return low
}

function unitTable(starts: readonly number[], classes: readonly number[]): Uint16Array {
  const table = new Uint16Array(0x10000)
  for (const [piece, start] of starts.entries()) {
    if (start <= 0xffff) table.fill(classes[piece] ?? 0, start, starts[piece + 1] ?? 0x10000)
  }
  return table.fill(0, 0xd800, 0xe000)
}
