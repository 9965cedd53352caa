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

/** A clue that more messages have than this share, or this number, tells too little to be looked up. */
const commonShare = 0.05
const common = { least: 200, most: 2_000 }
/** The rarest clues decide. */
const maxUsed = 12
/** By what they have of the clues, the best: their texts are read. */
const maxRead = 30
/** Different words in a message of middling length. */
const middlingWords = 60

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

interface Weighed {
  readonly clue: Clue
  readonly weight: number
}

/** Messages that have the most telling of the clues, and how to score their texts. */
export async function searchLoosely(
  database: Database,
  clues: readonly Clue[],
  scope: LooseScope,
): Promise<{ readonly found: readonly LooseCandidate[]; readonly score: ScoreLoosely }> {
  const most = Math.min(common.most, Math.max(common.least, Math.ceil(scope.messages * commonShare)))
  const counts = await countAll(database, clues, scope, most)
  const used = clues
    .map((clue, i) => ({ clue, count: counts[i] ?? 0 }))
    .filter(({ count }) => count > 0 && count < most)
    .map(({ clue, count }) => ({ clue, weight: clueWeight(count, scope.messages) }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, maxUsed)
  const worth = used.reduce((sum, { weight }) => sum + weight, 0)
  const found = used.length === 0 ? [] : await find(database, used, scope, worth * leastClueShare)
  return { found, score: (text) => scoreText(text, used, worth) }
}

function scoreText(text: string, used: readonly Weighed[], worth: number): number | undefined {
  const terms = new Set(indexTerms(text))
  const has = ({ anyOf }: Clue) => anyOf.some((all) => all.every((term) => terms.has(term)))
  const share = used.reduce((sum, { clue, weight }) => sum + (has(clue) ? weight : 0), 0) / worth
  return share < leastClueShare ? undefined : clueScore(share, terms.size, middlingWords)
}

/** How many messages have each clue, up to a number. */
async function countAll(
  { run }: Database,
  clues: readonly Clue[],
  scope: LooseScope,
  most: number,
): Promise<readonly number[]> {
  const ways = clues.map(wayOf)
  const counts = ways.map(
    (way) => `(SELECT count(*)::integer FROM
      (SELECT 1 FROM @messages WHERE ${isIn(scope)} AND ${hasOne(way)} LIMIT ${most}) c)`,
  )
  const sql = `SELECT ARRAY[${numbered(counts.join(', '), 1)}] AS counts`
  const rows = await run<{ counts: readonly number[] }>(sql, keysOf(ways), 'each-time')
  return rows[0]?.counts ?? []
}

async function find(
  { run }: Database,
  used: readonly Weighed[],
  scope: LooseScope,
  leastWeight: number,
): Promise<readonly LooseCandidate[]> {
  const ways = used.map(({ clue }) => wayOf(clue))
  const having = ways.map(
    (way, i) => `SELECT no, $${i + 2}::float8 AS weight FROM @messages WHERE ${isIn(scope)} AND ${hasOne(way)}`,
  )
  const sql = `SELECT no FROM (${numbered(having.join(' UNION ALL '), used.length + 2)}) f
    GROUP BY no HAVING sum(weight) >= $1 ORDER BY sum(weight) DESC, no DESC LIMIT ${maxRead}`
  return run<LooseCandidate>(sql, [leastWeight, ...used.map(({ weight }) => weight), ...keysOf(ways)], 'each-time')
}

/** How a clue is looked up: by any of some keys, or by one of several sets of keys that must be there wholly. */
interface Way {
  readonly by: '&&' | '@>'
  readonly sets: readonly (readonly number[])[]
}

/** Joined words are found by their halves. Any of many words is looked up at once. */
function wayOf({ anyOf }: Clue): Way {
  const sets = anyOf.map((terms) => [...new Set(terms.flatMap((term) => halvesOf(term) ?? [term]).map(termKey))])
  return sets.every((keys) => keys.length === 1) ? { by: '&&', sets: [sets.flat()] } : { by: '@>', sets }
}

function keysOf(ways: readonly Way[]): readonly Buffer[] {
  return ways.flatMap(({ sets }) => sets).map(integerArray)
}

const place = '$?'

function hasOne({ by, sets }: Way): string {
  return `(${sets.map(() => `terms ${by} ${place}::integer[]`).join(' OR ')})`
}

function isIn({ conversation }: LooseScope): string {
  return conversation === undefined ? 'terms IS NOT NULL' : `terms @> ARRAY[${scopeKey(conversation)}]::integer[]`
}

/** Numbers the places of keys, which come in the order of the text. */
function numbered(sql: string, first: number): string {
  let next = first
  return sql.replaceAll(place, () => `$${next++}`)
}
