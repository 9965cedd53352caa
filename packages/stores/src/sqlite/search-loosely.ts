import { type Clue, clueScore, clueWeight, leastClueShare } from '@palimpsest/core/store'
import type { Connection } from './connection.ts'
import type { KeyRange } from './message-key.ts'
import { readSize } from './read-size.ts'

/** Of a clue that is everywhere only the newest messages compete. */
const maxPerClue = 4000
/** Counting on would only tell that a clue is even more common. */
const maxCounted = 20_000
/** The rarest clues decide. */
const maxUsed = 12
/** By what they have of the clues, the best; among them the length of their texts decides. */
const maxRanked = 400

/** Where to look, and how many messages that are. */
export interface LooseScope extends KeyRange {
  readonly messages: number
}

/** A message that has some of the clues; the score is below 1. */
export interface LooseMatch {
  readonly key: number
  readonly score: number
}

/** Messages that have the most telling of the clues, best first. */
export function searchLoosely(db: Connection, clues: readonly Clue[], scope: LooseScope): readonly LooseMatch[] {
  const weighed = clues.map((clue) => weigh(db, clue, scope)).filter(({ weight }) => weight > 0)
  const used = weighed.toSorted((a, b) => b.weight - a.weight).slice(0, maxUsed)
  if (used.length === 0) return []
  const worth = used.reduce((sum, { weight }) => sum + weight, 0)
  const rows = db.all(
    `SELECT f.key, f.weight, d.sz AS size FROM (
       SELECT key, sum(weight) AS weight FROM (${used.map(() => having).join(' UNION ALL ')})
         GROUP BY key HAVING sum(weight) >= ? ORDER BY 2 DESC, 1 DESC LIMIT ${maxRanked}) f
       CROSS JOIN search_docsize d ON d.id = f.key`,
    ...used.flatMap(({ match, weight }) => [weight, match, scope.first, scope.end]),
    worth * leastClueShare,
  )
  const found = rows.map((row) => ({
    key: Number(row.key),
    share: Number(row.weight) / worth,
    words: readSize(row.size),
  }))
  const average = found.reduce((sum, { words }) => sum + words, 0) / found.length
  return found
    .map(({ key, share, words }) => ({ key, score: clueScore(share, words, average) }))
    .toSorted((a, b) => b.score - a.score || b.key - a.key)
}

const inside = 'search MATCH ? AND rowid >= CAST(? AS INTEGER) AND rowid < CAST(? AS INTEGER)'
const having = `SELECT * FROM (SELECT rowid AS key, ? AS weight FROM search WHERE ${inside} ORDER BY rowid DESC LIMIT ${maxPerClue})`

function weigh(db: Connection, { anyOf }: Clue, { first, end, messages }: LooseScope) {
  const match = anyOf.map((terms) => `(${terms.map((term) => `"${term}"`).join(' AND ')})`).join(' OR ')
  const row = db.get(
    `SELECT count(*) AS n FROM (SELECT 1 FROM search WHERE ${inside} LIMIT ${maxCounted})`,
    match,
    first,
    end,
  )
  return { match, weight: clueWeight(Number(row?.n), messages) }
}
