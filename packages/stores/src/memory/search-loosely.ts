import {
  type Clue,
  cluesOf,
  draftRanking,
  type FoundClue,
  indexTerms,
  type LooseMatch,
  mostSignWords,
  type NearbyMessage,
  rankExactly,
  readSigns,
  weighClues,
} from '@palimpsest/core/store'
import type { MemoryMessageRow } from './tables.ts'

/** Messages by their places, of which those of two conversations are never neighbours. */
export type PlacedRows = ReadonlyMap<number, MemoryMessageRow>

/** Messages that have the most telling words of a query, themselves or by their neighbours, best first. */
export function searchLooselyInMemory(rows: PlacedRows, query: string): readonly LooseMatch[] {
  const clues = weighClues(
    cluesOf(query).map((clue) => findClue(rows, clue)),
    rows.size,
  )
  const draft = draftRanking(clues, {
    range: ([...rows.keys()].at(-1) ?? 0) + 1,
    sizesOf: (places) => new Map(places.map((place) => [place, sizeOf(rows.get(place))])),
  })
  const nearby = new Map<number, NearbyMessage>()
  for (const place of draft.nearby) {
    const row = rows.get(place)
    if (row !== undefined) nearby.set(place, nearbyOf(row))
  }
  return rankExactly(draft, nearby, new Set(indexTerms(query)))
}

function findClue(rows: PlacedRows, clue: Clue): FoundClue {
  const [asAsked = [], ...forms] = clue.anyOf
  const exact: number[] = []
  const formed: number[] = []
  for (const [place, row] of rows) {
    if (hasAll(row, asAsked)) exact.push(place)
    else if (forms.some((form) => hasAll(row, form))) formed.push(place)
  }
  return { clue, exact, formed, exactCount: exact.length, anyCount: exact.length + formed.length }
}

function hasAll({ words }: MemoryMessageRow, terms: readonly string[]): boolean {
  const had = words?.().terms
  return terms.every((term) => had?.has(term))
}

function sizeOf(row: MemoryMessageRow | undefined): number {
  return row?.words?.().terms.size ?? 0
}

function nearbyOf(row: MemoryMessageRow): NearbyMessage {
  const words = sizeOf(row)
  const text = row.words?.().text ?? ''
  return { words, ...(words <= mostSignWords && readSigns(row.stored.message, text)) }
}
