import {
  cluesOf,
  type Hit,
  matchesText,
  type ParsedQuery,
  parseQuery,
  type Query,
  type SearchResult,
  type StoredMessage,
  searchText,
  snippetOf,
} from '@palimpsest/core/store'
import type { Database } from './database.ts'
import { packId } from './pack-id.ts'
import { notFound } from './refuse.ts'
import { type MessageRow, messageColumns, messageTables, storedOf } from './rows.ts'
import { scoreOf } from './score.ts'
import { searchLoosely } from './search-loosely.ts'
import { scopeKey, termKey } from './term-key.ts'
import { halvesOf } from './term-keys.ts'
import { integerArray } from './wire-array.ts'

/** Candidates are looked up newest first, so many at a time; older ones only as long as there are too few matches. */
const pageCandidates = 1000
/** Whoever looks for rare words side by side that are everywhere apart waits for about a second at most. */
const maxCandidates = 20_000
/** Among so many matches, or in so much text, the best are chosen; when that gave enough, older ones are not read. */
const ranked = { matches: 100, bytes: 64 * 1024 }
/** What is read, parsed and ranked in one go: a few milliseconds, so that nothing else waits for longer. */
const chunkSize = { rows: 100, bytes: 24 * 1024 }
/** About three lines of a terminal. */
const snippetChars = 240

interface Candidate {
  readonly no: string
  readonly bytes: number
}

interface Looking {
  readonly query: Query
  readonly parsed: ParsedQuery
}

/** A message that matches, not yet made presentable. */
interface Match {
  readonly stored: StoredMessage
  readonly text: string
  readonly score: number
}

/**
 * Finds originals, best first: those in which all words and phrases of the query occur, and where these are fewer than
 * asked for, those that have the most telling of its words.
 */
export async function search(database: Database, query: Query): Promise<SearchResult> {
  const { limit = 20 } = query
  const looking = { query, parsed: parseQuery(query.text) }
  const searched = await countScope(database, query)
  const matches: Match[] = []
  let before: string | undefined
  let isCut = false
  for (let seen = pageCandidates; ; seen += pageCandidates) {
    const found = await findCandidates(database, looking, before)
    await readPage(database, { looking, limit, matches }, found.slice(0, pageCandidates))
    isCut = found.length > pageCandidates
    before = found[pageCandidates - 1]?.no
    if (!isCut || matches.length > limit || seen >= maxCandidates) break
  }
  // Sorting is stable: among equals the newer stays first.
  const best = matches.toSorted((a, b) => b.score - a.score)
  if (best.length <= limit) best.push(...(await looseMatches(database, query, searched, best)))
  const hits = best.slice(0, limit).flatMap((match) => hitOf(match, looking.parsed))
  return { hits, searched, capped: best.length > limit || isCut }
}

/** Matches that do without some of the query; their scores are below those of matches that have all of it. */
async function looseMatches(
  database: Database,
  { text, conversation }: Query,
  messages: number,
  known: readonly Match[],
): Promise<readonly Match[]> {
  const clues = cluesOf(text)
  if (clues.length === 0) return []
  const { found, score } = await searchLoosely(database, clues, { messages, ...(conversation && { conversation }) })
  const ids = new Set(known.map(({ stored }) => stored.id))
  const below = known.at(-1)?.score ?? 1
  const rows = await readRows(database, found)
  const matches = rows.map(storedOf).flatMap((stored): Match[] => {
    const said = searchText(stored.message)
    const isElsewhere = conversation !== undefined && stored.conversation !== conversation
    const worth = isElsewhere || ids.has(stored.id) ? undefined : score(said)
    return worth === undefined ? [] : [{ stored, text: said, score: worth * below }]
  })
  return matches.toSorted((a, b) => b.score - a.score)
}

interface Reading {
  readonly looking: Looking
  readonly limit: number
  readonly matches: Match[]
}

/** Adds the matches among candidates, until there are enough to choose from. */
async function readPage(database: Database, reading: Reading, candidates: readonly Candidate[]): Promise<void> {
  const { looking, limit, matches } = reading
  let read = 0
  for (const chunk of inChunks(candidates)) {
    matches.push(...(await readMatches(database, chunk, looking)))
    read += chunk.reduce((sum, { bytes }) => sum + bytes, 0)
    if (matches.length > limit && (matches.length >= ranked.matches || read >= ranked.bytes)) return
  }
}

async function countScope({ run }: Database, { conversation }: Query): Promise<number> {
  const rows = await run<{ count: number | null }>(
    'SELECT sum(messages)::float8 AS count FROM @conversations WHERE $1::bytea IS NULL OR id = $1',
    [conversation === undefined ? null : packId(conversation)],
    'each-time',
  )
  const count = rows[0]?.count ?? undefined
  if (count === undefined && conversation !== undefined) throw notFound('conversation', conversation)
  return count ?? 0
}

/** Newest first. A query of signs alone has nothing to look up: then it is all that is in scope. */
async function findCandidates(
  { run }: Database,
  { query, parsed }: Looking,
  before: string | undefined,
): Promise<readonly Candidate[]> {
  if (parsed.terms.length === 0 && parsed.phrases.length === 0) return []
  const scope = query.conversation === undefined ? [] : [scopeKey(query.conversation)]
  const ways = waysToFind(parsed.terms).map((terms) => [...new Set([...terms.map(termKey), ...scope])])
  const isEmpty = ways.every((keys) => keys.length === 0)
  return run<Candidate>(
    `SELECT no, octet_length(body) AS bytes FROM @messages
      WHERE (${isEmpty ? 'terms IS NOT NULL' : ways.map((_, i) => `terms @> $${i + 2}::integer[]`).join(' OR ')})
        AND ($1::bigint IS NULL OR no < $1) ORDER BY no DESC LIMIT ${pageCandidates + 1}`,
    [before ?? null, ...(isEmpty ? [] : ways.map(integerArray))],
    'each-time',
  )
}

/** Joined words are found by their halves; a word that only looks like joined ones, by itself. */
function waysToFind(terms: readonly string[]): readonly (readonly string[])[] {
  const halved = terms.flatMap((term) => halvesOf(term) ?? [term])
  return halved.length === terms.length ? [terms] : [halved, terms]
}

function* inChunks(candidates: readonly Candidate[]): Iterable<readonly Candidate[]> {
  let chunk: Candidate[] = []
  let bytes = 0
  for (const candidate of candidates) {
    chunk.push(candidate)
    bytes += candidate.bytes
    if (bytes < chunkSize.bytes && chunk.length < chunkSize.rows) continue
    yield chunk
    chunk = []
    bytes = 0
  }
  if (chunk.length > 0) yield chunk
}

async function readMatches(
  database: Database,
  chunk: readonly Candidate[],
  looking: Looking,
): Promise<readonly Match[]> {
  const rows = await readRows(database, chunk)
  return rows.flatMap((row) => matchOf(storedOf(row), looking) ?? [])
}

function readRows({ run }: Database, found: readonly Pick<Candidate, 'no'>[]): Promise<readonly MessageRow[]> {
  return run<MessageRow>(
    `SELECT ${messageColumns} FROM ${messageTables} WHERE m.no = ANY ($1::bigint[]) ORDER BY m.no DESC`,
    [found.map(({ no }) => no)],
  )
}

/** Keys may collide, so the text has the last word. */
function matchOf(stored: StoredMessage, { query, parsed }: Looking): Match | undefined {
  if (query.conversation !== undefined && stored.conversation !== query.conversation) return undefined
  const text = searchText(stored.message)
  if (!matchesText(text, parsed)) return undefined
  const score = scoreOf(text, parsed)
  return score === undefined ? undefined : { stored, text, score }
}

function hitOf({ stored, text, score }: Match, parsed: ParsedQuery): readonly Hit[] {
  const { id, conversation, session, index, message } = stored
  if (index === undefined) return []
  return [
    { id, conversation, session, role: message.role, index, score, snippet: snippetOf(text, parsed, snippetChars) },
  ]
}
