import {
  type Clue,
  type ConversationId,
  clueScore,
  clueWeight,
  indexTerms,
  leastClueShare,
} from '@palimpsest/core/store'
import type { Database } from './database.ts'
import { scopeKey, termKey } from './term-key.ts'
import { halvesOf } from './term-keys.ts'
import { integerArray } from './wire-array.ts'

/** Of a clue that is everywhere only the newest messages compete. */
const maxPerClue = 2000
/** Counting on would only tell that a clue is even more common. */
const maxCounted = 10_000
/** The rarest clues decide. */
const maxUsed = 12
/** By what they have of the clues, the best: their texts are read. */
const maxRead = 60

/** Where to look, and how many messages that are. */
export interface LooseScope {
  readonly conversation?: ConversationId
  readonly messages: number
}

/** A message that may have some of the clues; keys may collide, so its text has the last word. */
export interface LooseCandidate {
  readonly no: string
}

/** What a text is worth: its share of what all clues are worth, less if it is long; nothing when that is too little. */
export type ScoreLoosely = (text: string) => number | undefined

/** Messages that have the most telling of the clues, and how to score their texts. */
export async function searchLoosely(
  database: Database,
  clues: readonly Clue[],
  scope: LooseScope,
): Promise<{ readonly found: readonly LooseCandidate[]; readonly score: ScoreLoosely }> {
  const counts = await countAll(database, clues, scope)
  const weighed = clues.map((clue, i) => ({ clue, weight: clueWeight(counts[i] ?? 0, scope.messages) }))
  const used = weighed
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, maxUsed)
  const worth = used.reduce((sum, { weight }) => sum + weight, 0)
  const score: ScoreLoosely = (text) => {
    const terms = new Set(indexTerms(text))
    const has = ({ anyOf }: Clue) => anyOf.some((all) => all.every((term) => terms.has(term)))
    const share = used.reduce((sum, { clue, weight }) => sum + (has(clue) ? weight : 0), 0) / worth
    return share < leastClueShare ? undefined : clueScore(share, terms.size, middlingWords)
  }
  if (used.length === 0) return { found: [], score }
  const ways = used.map(({ clue }) => waysOf(clue, scope))
  const having = ways.map(
    (keys, i) => `(SELECT no, $${i + 2}::float8 AS weight FROM @messages WHERE ${anyWay(keys)}
    ORDER BY no DESC LIMIT ${maxPerClue})`,
  )
  const sql = `SELECT no FROM (${numbered(having.join(' UNION ALL '), used.length + 2)}) f
    GROUP BY no HAVING sum(weight) >= $1 ORDER BY sum(weight) DESC, no DESC LIMIT ${maxRead}`
  const values = [worth * leastClueShare, ...used.map(({ weight }) => weight), ...ways.flat().map(integerArray)]
  return { found: await database.run<LooseCandidate>(sql, values, 'each-time'), score }
}

/** Different words in a message of middling length. */
const middlingWords = 60

async function countAll({ run }: Database, clues: readonly Clue[], scope: LooseScope): Promise<readonly number[]> {
  const ways = clues.map((clue) => waysOf(clue, scope))
  const counts = ways.map(
    (keys) => `(SELECT count(*)::integer FROM (SELECT 1 FROM @messages WHERE ${anyWay(keys)} LIMIT ${maxCounted}) c)`,
  )
  const sql = `SELECT ARRAY[${numbered(counts.join(', '), 1)}] AS counts`
  const rows = await run<{ counts: readonly number[] }>(sql, ways.flat().map(integerArray), 'each-time')
  return rows[0]?.counts ?? []
}

/** The sets of keys of which a message must have one wholly. Joined words are found by their halves. */
function waysOf({ anyOf }: Clue, { conversation }: LooseScope): readonly (readonly number[])[] {
  const scope = conversation === undefined ? [] : [scopeKey(conversation)]
  return anyOf.map((terms) => [
    ...new Set([...terms.flatMap((term) => halvesOf(term) ?? [term]).map(termKey), ...scope]),
  ])
}

const place = '$?'

function anyWay(ways: readonly (readonly number[])[]): string {
  return `(${ways.map(() => `terms @> ${place}::integer[]`).join(' OR ')})`
}

/** Numbers the places of keys, which come in the order of the text. */
function numbered(sql: string, first: number): string {
  let next = first
  return sql.replaceAll(place, () => `$${next++}`)
}
