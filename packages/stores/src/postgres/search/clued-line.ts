import type { Clue, FoundClue, MessageLine } from '@palimpsest/core/store'
import type { CluedGroup, CluedMessages } from './read-clued.ts'
import { halvesOf } from './term-keys.ts'

/** Messages of several segments in a row: neighbours within a segment differ by 1, those of two segments are none. */
export interface CluedLine extends MessageLine {
  readonly found: readonly FoundClue[]
  /** The number of the message at a place, if there is one. */
  numberAt(place: number): number | undefined
}

/** Keeps messages of two segments from being neighbours. */
const gap = 8

export function cluedLine({ groups, scales }: CluedMessages, clues: readonly Clue[]): CluedLine {
  const starts: number[] = []
  let range = 0
  for (const { inScope } of groups) {
    starts.push(range)
    range += inScope.length + gap
  }
  const lines = groups.map((group, i) => createGroupLine(group, starts[i] ?? 0))
  const lineAt = (place: number) => lines[lastUpTo(starts, place)]
  return {
    range,
    found: clues.map((clue, at) => foundClue(clue, placesIn(lines, at), scales[at] ?? 1)),
    numberAt: (place) => lineAt(place)?.memberAt(place)?.no,
    sizesOf: (places) =>
      new Map(
        places.flatMap((place) => {
          const member = lineAt(place)?.memberAt(place)
          return member === undefined ? [] : [[place, member.words] as const]
        }),
      ),
  }
}

/** Joined words were looked up by their halves, so what has both may have them apart: texts tell. */
function foundClue(clue: Clue, { exact, formed }: Places, scale: number): FoundClue {
  const exactCount = Math.round(exact.length * scale)
  const anyCount = exactCount + Math.round(formed.length * scale)
  const isJoined = clue.anyOf.flat().some((term) => halvesOf(term) !== undefined)
  return { clue, exact, formed, exactCount, anyCount, ...(isJoined && { surelyFrom: Number.POSITIVE_INFINITY }) }
}

interface Places {
  readonly exact: number[]
  readonly formed: number[]
}

type GroupLine = ReturnType<typeof createGroupLine>

/** One list for all groups: common words are in tens of thousands of messages, and each copy of them is garbage. */
function placesIn(lines: readonly GroupLine[], clue: number): Places {
  const places: Places = { exact: [], formed: [] }
  for (const line of lines) line.collect(clue, places)
  return places
}

/** The index of the last start that is not beyond a place. */
function lastUpTo(starts: readonly number[], place: number): number {
  let low = -1
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle
  }
  return low
}

function createGroupLine({ members, having, inScope }: CluedGroup, start: number) {
  const placeOf = new Uint32Array((inScope.at(-1) ?? -1) + 1)
  for (const [rank, ordinal] of inScope.entries()) placeOf[ordinal] = start + rank
  const collectFrom = (ordinals: readonly number[], places: number[]) => {
    for (const ordinal of ordinals) places.push(placeOf[ordinal] ?? start)
  }
  let read: ReturnType<typeof members> | undefined
  return {
    collect: (clue: number, { exact, formed }: Places) => {
      collectFrom(having[clue]?.exact ?? [], exact)
      collectFrom(having[clue]?.formed ?? [], formed)
    },
    memberAt: (place: number) => {
      const ordinal = inScope[place - start]
      if (ordinal === undefined) return undefined
      read ??= members()
      // One of the keys is that of the conversation.
      return { no: read.numbers[ordinal] ?? 0, words: (read.sizes[ordinal] ?? 1) - 1 }
    },
  }
}
