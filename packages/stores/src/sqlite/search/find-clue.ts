import type { Clue, FoundClue } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import { holderOf, type KeyRange, originalKey } from '../schema/message-key.ts'

/** Of a clue that is everywhere only the newest messages compete. */
const maxPerClue = 2000
/** A function word that more messages have says next to nothing, and is left out. */
const maxPerFunctionWord = 500

/** The range to search, and the number of messages in it. */
export interface LooseScope extends KeyRange {
  readonly messages: number
  /** The range lies in the older half of the file. */
  readonly isOld?: boolean
}

/** Finds the newest messages that have a clue, by their distance from the beginning of the scope. */
export function findClue(db: Connection, clue: Clue, scope: LooseScope): FoundClue {
  const [asAsked = [], ...forms] = clue.anyOf
  const most = clue.isFunctionWord === true ? maxPerFunctionWord : maxPerClue
  const exact = newest(db, allOf(asAsked), scope, most)
  if (clue.isFunctionWord === true && exact.length === most)
    return { clue, exact: [], formed: [], exactCount: 0, anyCount: 0 }
  const others = `(${forms.map(allOf).join(' OR ')}) NOT ${allOf(asAsked)}`
  const formed = forms.length === 0 ? [] : newest(db, others, scope, most)
  const from = Math.max(startOf(exact, most), startOf(formed, most))
  if (from === 0) return { clue, exact, formed, exactCount: exact.length, anyCount: exact.length + formed.length }
  const perMessage = scope.messages / Math.max(1, countFrom(db, from, scope))
  const estimate = (places: readonly number[]) =>
    Math.round(places.filter((place) => place >= from).length * perMessage)
  const exactCount = estimate(exact)
  return { clue, exact, formed, exactCount, anyCount: exactCount + estimate(formed), surelyFrom: from }
}

/** The first place that is surely complete in a list that may be cut. */
function startOf(places: readonly number[], most: number): number {
  return places.length < most ? 0 : (places.at(-1) ?? 0)
}

function allOf(terms: readonly string[]): string {
  return `(${terms.map((term) => `"${term}"`).join(' AND ')})`
}

/** The index is gone through from one of its ends up to the place that is asked for: the nearer one is the better. */
export function isOldScope(db: Connection, { end }: KeyRange): boolean {
  const last = db.get('SELECT max(key) AS key FROM conversation')
  return holderOf(end) < Number(last?.key) / 2
}

function newest(db: Connection, match: string, scope: LooseScope, most: number): readonly number[] {
  if (scope.isOld !== true) return placesInOrder(db, match, scope, { order: 'DESC', most })
  const oldest = placesInOrder(db, match, scope, { order: 'ASC', most })
  return oldest.length < most ? oldest : placesInOrder(db, match, scope, { order: 'DESC', most })
}

interface Listing {
  readonly order: 'ASC' | 'DESC'
  readonly most: number
}

/** Places come as one text: thousands of rows, each an object, would take longer than finding them. */
function placesInOrder(db: Connection, match: string, { first, end }: KeyRange, { order, most }: Listing) {
  const some = `SELECT rowid FROM search WHERE search MATCH ?1 AND rowid >= CAST(?2 AS INTEGER)
    AND rowid < CAST(?3 AS INTEGER) ORDER BY rowid ${order} LIMIT ?4`
  const places = `SELECT json_group_array(rowid - CAST(?2 AS INTEGER)) AS places FROM (${some})`
  return JSON.parse(String(db.get(places, match, first, end, most)?.places)) as readonly number[]
}

/** Counts the messages in scope from a place on. */
function countFrom(db: Connection, place: number, { first, end, messages }: LooseScope): number {
  const key = first + place
  const holder = holderOf(key)
  if (holder === holderOf(first) && holderOf(end - 1) === holder) return messages - place
  const row = db.get(
    `SELECT coalesce(sum(CASE WHEN key = ?1 THEN max(indexed - ?2, 1) ELSE indexed END), 0) AS n FROM conversation WHERE key >= ?1`,
    holder,
    key - originalKey(holder, 0),
  )
  return Number(row?.n)
}
