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
  const lineAt = (place: number) => lines[starts.findLastIndex((start) => start <= place)]
  return {
    range,
    found: clues.map((clue, at) =>
      foundClue(
        clue,
        lines.map((line) => line.having(at)),
        scales[at] ?? 1,
      ),
    ),
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
function foundClue(clue: Clue, lists: readonly Places[], scale: number): FoundClue {
  const exact = lists.flatMap((list) => list.exact)
  const formed = lists.flatMap((list) => list.formed)
  const exactCount = Math.round(exact.length * scale)
  const anyCount = exactCount + Math.round(formed.length * scale)
  const isJoined = clue.anyOf.flat().some((term) => halvesOf(term) !== undefined)
  return { clue, exact, formed, exactCount, anyCount, ...(isJoined && { surelyFrom: Number.POSITIVE_INFINITY }) }
}

interface Places {
  readonly exact: readonly number[]
  readonly formed: readonly number[]
}

function createGroupLine({ members, having, inScope }: CluedGroup, start: number) {
  const ranks = new Map(inScope.map((ordinal, rank) => [ordinal, rank]))
  const placesOf = (ordinals: readonly number[]) => ordinals.map((ordinal) => start + (ranks.get(ordinal) ?? 0))
  let read: ReturnType<typeof members> | undefined
  return {
    having: (at: number): Places => ({
      exact: placesOf(having[at]?.exact ?? []),
      formed: placesOf(having[at]?.formed ?? []),
    }),
    memberAt: (place: number) => {
      const ordinal = inScope[place - start]
      if (ordinal === undefined) return undefined
      read ??= members()
      // One of the keys is that of the conversation.
      return { no: read.numbers[ordinal] ?? 0, words: (read.sizes[ordinal] ?? 1) - 1 }
    },
  }
}
