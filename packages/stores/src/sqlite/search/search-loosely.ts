import {
  cluesOf,
  type DraftRanking,
  draftRanking,
  indexTerms,
  type LooseMatch,
  mostSignWords,
  type NearbyMessage,
  rankExactly,
  readSigns,
  searchText,
  weighClues,
} from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import type { SqlValue } from '../connection/driver.ts'
import { holderOf } from '../schema/message-key.ts'
import { unpackSqliteMessage } from '../schema/pack-message.ts'
import { findClue, isOldScope, type LooseScope } from './find-clue.ts'
import { readSize } from './read-size.ts'

/** Messages that have the most telling words of a query, themselves or by their neighbours, best first; places are keys. */
export function searchLooselyInSqlite(db: Connection, query: string, scope: LooseScope): readonly LooseMatch[] {
  const placed = { ...scope, isOld: isOldScope(db, scope) }
  const found = cluesOf(query).map((clue) => findClue(db, clue, placed))
  const clues = weighClues(found, scope.messages)
  const draft = draftRanking(clues, { range: rangeOf(scope), sizesOf: (places) => sizesOf(db, places, scope) })
  const ranked = rankExactly(draft, readNearby(db, draft, scope), new Set(indexTerms(query)))
  return ranked.map((match) => ({ ...match, place: match.place + scope.first }))
}

/** Places within one conversation are as many as its messages; over all they are as far apart as keys are. */
function rangeOf({ first, end, messages }: LooseScope): number {
  return holderOf(first) === holderOf(end - 1) ? messages : end
}

/** Sizes come as one text: thousands of rows, each an object, would take longer than finding them. */
function sizesOf(db: Connection, places: readonly number[], { first }: LooseScope): ReadonlyMap<number, number> {
  const row = db.get(
    `SELECT json_group_array(d.id - CAST(?2 AS INTEGER)) AS places, json_group_array(hex(d.sz)) AS sizes
      FROM json_each(?1) wanted CROSS JOIN search_docsize d ON d.id = wanted.value + CAST(?2 AS INTEGER)`,
    JSON.stringify(places),
    first,
  )
  const sizes = JSON.parse(String(row?.sizes)) as readonly string[]
  const found = JSON.parse(String(row?.places)) as readonly number[]
  return new Map(found.map((place, i) => [place, readSize(Buffer.from(sizes[i] ?? '', 'hex'))]))
}

/** Texts are read for their signs, and for clues that were looked up in the newest messages only. */
function readNearby(db: Connection, draft: DraftRanking, scope: LooseScope): ReadonlyMap<number, NearbyMessage> {
  const sizes = sizesOf(db, draft.nearby, scope)
  const short = draft.nearby.filter((place) => draft.signed.has(place) && (sizes.get(place) ?? 0) <= mostSignWords)
  const rows = db.all(
    `SELECT m.key - CAST(?2 AS INTEGER) AS place, m.body FROM json_each(?1) wanted
      CROSS JOIN message m ON m.key = wanted.value + CAST(?2 AS INTEGER)`,
    JSON.stringify(short),
    scope.first,
  )
  const unsure = draft.clues.filter(({ surelyFrom = 0 }) => surelyFrom > 0)
  const before = Math.max(0, ...unsure.map(({ surelyFrom = 0 }) => surelyFrom))
  const terms = unsure.flatMap(({ clue }) => clue.anyOf.flat())
  const nearby = new Map<number, NearbyMessage>()
  for (const [place, words] of sizes) nearby.set(place, { words })
  for (const { place, body } of rows) {
    const words = sizes.get(Number(place)) ?? 0
    nearby.set(Number(place), { words, ...signsOf(body, Number(place) < before ? terms : []) })
  }
  return nearby
}

/** A damaged message has no signs, and does not keep others from being found. */
function signsOf(body: SqlValue | undefined, unsure: readonly string[]): Partial<NearbyMessage> {
  try {
    const message = unpackSqliteMessage(body)
    const text = searchText(message)
    return { ...readSigns(message, text), ...(unsure.length > 0 && { terms: termsAmong(text, unsure) }) }
  } catch {
    return {}
  }
}

/** Most texts have none of the terms, which is seen at once; terms with signs are not written as texts have them. */
function termsAmong(text: string, wanted: readonly string[]): ReadonlySet<string> {
  const lower = text.toLowerCase()
  const mayHave = wanted.some((term) => !/^[a-z0-9]+$/.test(term) || term.includes('zq') || lower.includes(term))
  return new Set(mayHave ? indexTerms(text) : [])
}
