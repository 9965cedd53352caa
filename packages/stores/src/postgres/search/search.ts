import { setImmediate as breathe } from 'node:timers/promises'
import {
  type ConversationId,
  cluesOf,
  isFailure,
  type ParsedQuery,
  parseQuery,
  type Query,
  type SearchHit,
  type SearchResult,
  type StoredMessage,
  searchDefaults,
  searchText,
  snippetOf,
} from '@palimpsest/core/store'
import { createPhraseMatcher } from '../../phrase-matcher.ts'
import type { Database, RunStatement } from '../connection/database.ts'
import { notFoundInPostgres } from '../connection/refuse.ts'
import { packPostgresId } from '../schema/pack-id.ts'
import { unpackPostgresMessage } from '../schema/pack-message.ts'
import {
  messageOfPostgresRow,
  messagesWithOrigin,
  messageWithOriginColumns,
  type PostgresMessageRow,
} from '../schema/rows.ts'
import { fillSegment } from './fill-segment.ts'
import { findCandidates } from './find-candidates.ts'
import { scoreOf } from './score.ts'
import { hasTellingClue, searchLooselyInPostgres } from './search-loosely.ts'
import { readWaiting, type Searched } from './searched.ts'

/** Limits on the texts, and their bytes, read in vain for adjacent words that are everywhere, but apart. */
const maxVain = { messages: 400, bytes: 256 * 1024 }
/** While nothing at all was found it goes on for longer: an empty answer helps nobody. */
const maxVainAtFirst = { messages: 4_000, bytes: 16 * 1024 * 1024 }
/** Among so many matches, or in so much text, the best are chosen; when that gave enough, older ones are not read. */
const ranked = { matches: 100, bytes: 64 * 1024 }
/** The amount read, parsed and ranked in one go: a few milliseconds, so that nothing else waits longer. */
const chunkSize = { rows: 200, bytes: 32 * 1024 }
/** After a packed text of this length others get their turn. */
const longBytes = 4 * 1024
/** About three lines of a terminal. */
const snippetChars = 240

/** A message that matches, not yet made presentable. */
interface Match {
  readonly stored: StoredMessage
  readonly text: string
  readonly score: number
}

/**
 * Finds originals, best first: those in which all words and phrases of the query occur, and where these are fewer than
 * asked for, those that have the most telling of its words. More than `waitingMessages` that wait are indexed before.
 */
export async function searchInPostgres(
  database: Database,
  query: Query,
  waitingMessages: number,
): Promise<SearchResult> {
  const found = await database.snapshot((run) => searchIn(run, query, waitingMessages))
  if (found !== undefined) return found
  await indexWaiting(database, query, waitingMessages)
  const all = await database.snapshot((run) => searchIn(run, query, Number.POSITIVE_INFINITY))
  return all ?? { hits: [], searched: 0, capped: false }
}

/** Callers that may only read, or find others in the way, go through the texts that wait. */
async function indexWaiting(database: Database, { conversation }: Query, waitingMessages: number): Promise<void> {
  const options = { least: waitingMessages + 1, ...(conversation && { conversation }) }
  try {
    while (await fillSegment(database, options));
  } catch (error) {
    if (!isFailure(error, 'store/unavailable') || !['read-only', 'busy'].includes(error.detail.cause)) throw error
  }
}

/** Nothing when more messages than that wait for the index. */
async function searchIn(run: RunStatement, query: Query, waitingMessages: number): Promise<SearchResult | undefined> {
  const { limit = searchDefaults.limit, conversation } = query
  const parsed = parseQuery(query.text)
  const { messages, waiting } = await countScope(run, conversation)
  if (waiting > waitingMessages) return undefined
  const searched = { run, messages, waiting: waiting > 0 ? await readWaiting(run, conversation) : [], conversation }
  const reading = { run, query, parsed, matchesPhrases: createPhraseMatcher(parsed), matches: [] }
  const isCut = await readAll(searched, reading, limit)
  // Sorting is stable: among equals the newer stays first.
  const best: Match[] = reading.matches.toSorted((a: Match, b: Match) => b.score - a.score)
  if (best.length <= limit) best.push(...(await looseMatches(searched, query, best)))
  const hits: SearchHit[] = []
  for (const match of best.slice(0, limit)) {
    hits.push(...hitOf(match, parsed))
    if (match.text.length > windowChars) await breathe()
  }
  return { hits, searched: messages, capped: best.length > limit || isCut }
}

interface Reading {
  readonly run: RunStatement
  readonly query: Query
  readonly parsed: ParsedQuery
  readonly matchesPhrases: (text: string) => boolean
  readonly matches: Match[]
}

/** Reads candidates until there are enough matches. Returns whether some were left out. */
async function readAll(searched: Searched, reading: Reading, limit: number): Promise<boolean> {
  const { matches } = reading
  let bytes = 0
  const vain = { messages: 0, bytes: 0 }
  for await (const numbers of findCandidates(searched, reading.parsed)) {
    for (const chunk of inChunks(await sizesOf(searched.run, numbers))) {
      const most = matches.length > 0 ? maxVain : maxVainAtFirst
      if (vain.messages >= most.messages && vain.bytes >= most.bytes) return true
      if (matches.length > limit && (matches.length >= ranked.matches || bytes >= ranked.bytes)) return true
      const found = await readMatches(chunk, reading)
      matches.push(...found)
      const read = chunk.reduce((sum, candidate) => sum + candidate.bytes, 0)
      bytes += read
      vain.messages += chunk.length - found.length
      vain.bytes += read * (1 - found.length / chunk.length)
    }
    if (matches.length > limit) return true
  }
  return false
}

async function readMatches(chunk: readonly Sized[], reading: Reading): Promise<readonly Match[]> {
  const rows = await readRows(
    reading.run,
    chunk.map(({ no }) => Number(no)),
  )
  const matches: Match[] = []
  for (const row of rows) {
    const match = matchOf(row, reading)
    if (match !== undefined) matches.push(match)
    if (row.body.length > longBytes) await breathe()
  }
  return matches
}

/** Matches that do without some of the query, scored below those that have all of it, where only those that name some follow. */
async function looseMatches(searched: Searched, query: Query, known: readonly Match[]): Promise<readonly Match[]> {
  const clues = cluesOf(query.text)
  if (clues.length === 0) return []
  const ids = new Set(known.map(({ stored }) => stored.id))
  const below = known.at(-1)?.score ?? 1
  const ranked = await searchLooselyInPostgres(searched, clues, query.text)
  const found = ranked.filter(({ isNamed }) => isNamed || known.length === 0)
  const byNumber = new Map(found.map((match) => [match.no, match]))
  const wanted = (query.limit ?? searchDefaults.limit) + 1 + looseSpare
  const rows = await readRows(
    searched.run,
    found.slice(0, wanted).map(({ no }) => no),
  )
  const matches = new Map<number, Match>()
  for (const row of rows) {
    const stored = messageOfPostgresRow(row)
    const text = searchText(stored.message)
    const { score = 0, isNamed = false } = byNumber.get(Number(row.no)) ?? {}
    const isElsewhere = query.conversation !== undefined && stored.conversation !== query.conversation
    if (isElsewhere || ids.has(stored.id) || (isNamed && !(await hasTellingClue(text, clues)))) continue
    matches.set(Number(row.no), { stored, text, score: score * below })
  }
  return found.flatMap(({ no }) => matches.get(no) ?? [])
}

/** Some of the messages that are found turn out to be known, or none. */
const looseSpare = 10

async function countScope(run: RunStatement, conversation: ConversationId | undefined) {
  const rows = await run<{ messages: number | null; waiting: number | null }>(
    `SELECT sum(messages)::float8 AS messages, sum(messages - indexed)::float8 AS waiting FROM @conversations
      ${conversation === undefined ? '' : 'WHERE id = $1'}`,
    conversation === undefined ? [] : [packPostgresId(conversation)],
  )
  const [row] = rows
  if (conversation !== undefined && (row?.messages ?? undefined) === undefined)
    throw notFoundInPostgres('conversation', conversation)
  return { messages: row?.messages ?? 0, waiting: row?.waiting ?? 0 }
}

interface Sized {
  readonly no: string
  readonly bytes: number
}

function sizesOf(run: RunStatement, numbers: readonly number[]): Promise<readonly Sized[]> {
  return run<Sized & Record<string, unknown>>(
    'SELECT no, octet_length(body) AS bytes FROM @messages WHERE no = ANY ($1::bigint[]) ORDER BY no DESC',
    [numbers],
  )
}

function* inChunks(candidates: readonly Sized[]): Iterable<readonly Sized[]> {
  let chunk: Sized[] = []
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

function readRows(run: RunStatement, numbers: readonly number[]): Promise<readonly PostgresMessageRow[]> {
  return run<PostgresMessageRow & Record<string, unknown>>(
    `SELECT ${messageWithOriginColumns} FROM ${messagesWithOrigin} WHERE m.no = ANY ($1::bigint[]) ORDER BY m.no DESC`,
    [numbers],
  )
}

/** Keys may collide, so the text has the last word. */
function matchOf(
  row: PostgresMessageRow,
  { query: { conversation }, parsed, matchesPhrases }: Reading,
): Match | undefined {
  const message = unpackPostgresMessage(row.body)
  const text = searchText(message)
  if (!matchesPhrases(text)) return undefined
  const score = scoreOf(text, parsed)
  if (score === undefined) return undefined
  const stored = messageOfPostgresRow(row, message)
  return conversation === undefined || stored.conversation === conversation ? { stored, text, score } : undefined
}

function hitOf({ stored, text, score }: Match, parsed: ParsedQuery): readonly SearchHit[] {
  const { id, conversation, session, index, at, message } = stored
  if (index === undefined) return []
  const snippet = snippetOf(aroundMatch(text, parsed), parsed, snippetChars)
  return [{ id, conversation, session, role: message.role, index, at, score, snippet }]
}

/** Of a long text only this much is looked at for what to show: room for the longest secret on either side. */
const windowChars = 10_000

/** To find the best place by words takes long in long texts; the first plain occurrence does as well. */
function aroundMatch(text: string, { phrases, terms }: ParsedQuery): string {
  if (text.length <= windowChars) return text
  const lower = text.toLowerCase()
  const first = [...phrases, ...terms].find((word) => lower.includes(word)) ?? ''
  const start = Math.max(0, lower.indexOf(first) - windowChars / 2)
  return text.slice(start, start + windowChars)
}
