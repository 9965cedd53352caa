import {
  type Hit,
  matchesText,
  type ParsedQuery,
  parseQuery,
  type Query,
  type SearchResult,
  type StoredMessage,
  searchText,
  snippetOf,
} from '@palimpsest/core'
import type { Database } from './database.ts'
import { notFound } from './refuse.ts'
import { type MessageRow, messageColumns, storedOf } from './rows.ts'
import { scoreOf } from './score.ts'
import { scopeKey, termKey } from './term-key.ts'

/** Of words that are everywhere, only the newest matches are looked at. */
const maxCandidates = 1000
/** Among so many matches, or in so much text, the best are chosen; when that gave enough, older ones are not read. */
const ranked = { matches: 200, bytes: 256 * 1024 }
/** What is read, parsed and ranked in one go: a few milliseconds, so that nothing else waits for longer. */
const chunkSize = { rows: 100, bytes: 64 * 1024 }
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

/** Finds originals in which all words and phrases of the query occur, best first. */
export async function search(database: Database, query: Query): Promise<SearchResult> {
  const { limit = 20 } = query
  const looking = { query, parsed: parseQuery(query.text) }
  const searched = await countScope(database, query)
  const candidates = await findCandidates(database, looking)
  const matches: Match[] = []
  let read = 0
  for (const chunk of inChunks(candidates.slice(0, maxCandidates))) {
    matches.push(...(await readMatches(database, chunk, looking)))
    read += chunk.reduce((sum, { bytes }) => sum + bytes, 0)
    if (matches.length > limit && (matches.length >= ranked.matches || read >= ranked.bytes)) break
  }
  // Sorting is stable: among equals the newer stays first.
  const best = matches.sort((a, b) => b.score - a.score).slice(0, limit)
  const isCapped = matches.length > limit || candidates.length > maxCandidates
  return { hits: best.flatMap((match) => hitOf(match, looking.parsed)), searched, capped: isCapped }
}

async function countScope({ run }: Database, { conversation }: Query): Promise<number> {
  const rows = await run<{ count: number | null }>(
    'SELECT sum(messages)::float8 AS count FROM @conversations WHERE $1::text IS NULL OR id = $1',
    [conversation ?? null],
    'each-time',
  )
  const count = rows[0]?.count ?? undefined
  if (count === undefined && conversation !== undefined) throw notFound('conversation', conversation)
  return count ?? 0
}

/** Newest first. A query of signs alone has nothing to look up: then it is all that is in scope. */
async function findCandidates({ run }: Database, { query, parsed }: Looking): Promise<readonly Candidate[]> {
  if (parsed.terms.length === 0 && parsed.phrases.length === 0) return []
  const keys = parsed.terms.map(termKey)
  if (query.conversation !== undefined) keys.push(scopeKey(query.conversation))
  return run<Candidate>(
    `SELECT no, octet_length(json) AS bytes FROM @messages
      WHERE ${keys.length === 0 ? 'terms IS NOT NULL AND $1::integer[] IS NOT NULL' : 'terms @> $1::integer[]'}
      ORDER BY no DESC LIMIT ${maxCandidates + 1}`,
    [keys],
    'each-time',
  )
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
  { run }: Database,
  chunk: readonly Candidate[],
  looking: Looking,
): Promise<readonly Match[]> {
  const rows = await run<MessageRow>(
    `SELECT ${messageColumns} FROM @messages m WHERE m.no = ANY ($1::bigint[]) ORDER BY m.no DESC`,
    [chunk.map(({ no }) => no)],
  )
  return rows.flatMap((row) => matchOf(storedOf(row), looking) ?? [])
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
