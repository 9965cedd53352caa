import { type Clue, clueScore, clueWeight, leastClueShare } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import { holderOf, type KeyRange } from '../schema/message-key.ts'
import { readSize } from './read-size.ts'

/** Of a clue that is everywhere only the newest messages compete. */
const maxPerClue = 4000
/** Counting further would only show that a clue is even more common. */
const maxCounted = 20_000
/** The rarest clues decide. */
const maxUsed = 12
/** By what they have of the clues, the best; among them the length of their texts decides. */
const maxRanked = 400

/** The range to search, and the number of messages in it. */
export interface LooseScope extends KeyRange {
  readonly messages: number
}

/** A message that has some of the clues; the score is below 1. */
export interface SqliteLooseMatch {
  readonly key: number
  readonly score: number
}

/** Messages that have the most telling of the clues, best first. */
export function searchLooselyInSqlite(
  db: Connection,
  clues: readonly Clue[],
  scope: LooseScope,
): readonly SqliteLooseMatch[] {
  const find = isOld(db, scope) ? fromOldest : fromNewest
  const weighed = clues.map((clue) => weigh(db, clue, scope, find)).filter(({ weight }) => weight > 0)
  const used = weighed.toSorted((a, b) => b.weight - a.weight).slice(0, maxUsed)
  const worth = used.reduce((sum, { weight }) => sum + weight, 0)
  const found = sized(db, heaviest(used, worth * leastClueShare))
  const average = found.reduce((sum, { words }) => sum + words, 0) / found.length
  return found
    .map(({ key, weight, words }) => ({ key, score: clueScore(weight / worth, words, average) }))
    .toSorted((a, b) => b.score - a.score || b.key - a.key)
}

interface WeighedClue {
  readonly weight: number
  /** The newest messages that have the clue. */
  readonly keys: readonly number[]
}

const inside = 'search MATCH ? AND rowid >= CAST(? AS INTEGER) AND rowid < CAST(? AS INTEGER)'

/** Finds the newest messages that match. */
type Find = (db: Connection, match: string, range: KeyRange) => readonly number[]

function weigh(db: Connection, { anyOf }: Clue, scope: LooseScope, find: Find): WeighedClue {
  const match = anyOf.map((terms) => `(${terms.map((term) => `"${term}"`).join(' AND ')})`).join(' OR ')
  const keys = find(db, match, scope)
  const having = keys.length < maxPerClue ? keys.length : count(db, match, scope)
  return { weight: clueWeight(having, scope.messages), keys }
}

/** The index is gone through from one of its ends up to the place that is asked for: the nearer one is the better. */
function isOld(db: Connection, { end }: KeyRange): boolean {
  const last = db.get('SELECT max(key) AS key FROM conversation')
  return holderOf(end) < Number(last?.key) / 2
}

const fromNewest: Find = (db, match, range) => keysInOrder(db, 'DESC', match, range)

const fromOldest: Find = (db, match, range) => {
  const oldest = keysInOrder(db, 'ASC', match, range)
  return oldest.length < maxPerClue ? oldest : fromNewest(db, match, range)
}

/** Keys come as one text: thousands of rows, each an object, would take longer than finding them. */
function keysInOrder(db: Connection, order: 'ASC' | 'DESC', match: string, { first, end }: KeyRange) {
  const some = `SELECT rowid FROM search WHERE ${inside} ORDER BY rowid ${order} LIMIT ${maxPerClue}`
  const row = db.get(`SELECT json_group_array(rowid) AS keys FROM (${some})`, match, first, end)
  return JSON.parse(String(row?.keys)) as readonly number[]
}

function count(db: Connection, match: string, { first, end }: KeyRange): number {
  const some = `SELECT 1 FROM search WHERE ${inside} LIMIT ${maxCounted}`
  return Number(db.get(`SELECT count(*) AS n FROM (${some})`, match, first, end)?.n)
}

interface Weight {
  readonly key: number
  readonly weight: number
}

/** The messages whose clues weigh most; then newer ones. */
function heaviest(clues: readonly WeighedClue[], least: number): readonly Weight[] {
  const weights = new Map<number, number>()
  for (const { keys, weight } of clues) for (const key of keys) weights.set(key, (weights.get(key) ?? 0) + weight)
  return [...weights]
    .filter(([, weight]) => weight >= least)
    .map(([key, weight]) => ({ key, weight }))
    .sort((a, b) => b.weight - a.weight || b.key - a.key)
    .slice(0, maxRanked)
}

function sized(db: Connection, found: readonly Weight[]) {
  const keys = JSON.stringify(found.map(({ key }) => key))
  const rows = db.all('SELECT id, sz FROM search_docsize WHERE id IN (SELECT value FROM json_each(?))', keys)
  const words = new Map(rows.map(({ id, sz }) => [Number(id), readSize(sz)]))
  return found.flatMap(({ key, weight }) => {
    const size = words.get(key)
    return size === undefined ? [] : [{ key, weight, words: size }]
  })
}
