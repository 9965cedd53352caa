import {
  cluesOf,
  conversationId,
  entryId,
  type Message,
  type ParsedQuery,
  parseQuery,
  type Query,
  type SearchHit,
  type SearchResult,
  searchDefaults,
  searchText,
  sessionId,
  snippetOf,
} from '@palimpsest/core/store'
import { createPhraseMatcher } from '../../phrase-matcher.ts'
import { createPhraseSieve } from '../../phrase-sieve.ts'
import type { Connection } from '../connection/connection.ts'
import type { SqlValue } from '../connection/driver.ts'
import { needConversationKey } from '../read/find.ts'
import { isOriginalSql, type KeyRange, originalRange } from '../schema/message-key.ts'
import { unpackSqliteId } from '../schema/pack-id.ts'
import { readMessageJson, unpackSqliteText } from '../schema/pack-message.ts'
import { hitColumns, messageTables } from '../schema/rows.ts'
import { frequentTerm, oftenTimes } from './index-messages.ts'
import { readSize } from './read-size.ts'
import { searchLooselyInSqlite } from './search-loosely.ts'

/** Ranking looks at every match, so of a word that is everywhere only the newest matches compete. */
const maxRanked = 4000
/** Phrases are checked on the text itself; once something was found, no more texts than this are read. */
const maxRead = 400
/** About three lines of a terminal. */
const snippetChars = 240
/** Of a long text only this much around the match is handed to the snippet: room for the longest secret on either side. */
const windowChars = 10_000

interface Candidate {
  readonly key: number
  readonly score: number
}

interface Candidates {
  readonly found: readonly Candidate[]
  /** Some matches were left out. */
  readonly cut: boolean
}

interface Scope extends KeyRange {
  readonly messages: number
}

/**
 * Finds indexed originals, best first: those in which all words and phrases of the query occur, and where these are
 * fewer than asked for, those that have the most telling of its words.
 */
export function searchInSqlite(db: Connection, query: Query): SearchResult {
  const { limit = searchDefaults.limit } = query
  const parsed = parseQuery(query.text)
  return db.read(() => {
    const scope = scopeOf(db, query)
    const { found, cut } = candidates(db, parsed, scope, limit)
    const { hits, unread } = readHits(db, found, parsed, limit + 1)
    if (hits.length <= limit) hits.push(...looseHits(db, query, scope, hits))
    return {
      hits: hits.slice(0, limit).map(({ key: _, ...hit }) => hit),
      searched: scope.messages,
      capped: cut || unread || hits.length > limit,
    }
  })
}

/** Hits that do without some of the query, scored below those that have all of it, where only those that name some follow. */
function looseHits(db: Connection, query: Query, scope: Scope, known: readonly KeyedHit[]): readonly KeyedHit[] {
  const clues = cluesOf(query.text)
  if (clues.length === 0) return []
  const keys = new Set(known.map(({ key }) => key))
  const below = known.at(-1)?.score ?? 1
  const scored = searchLooselyInSqlite(db, query.text, scope)
    .filter(({ place, isNamed }) => !keys.has(place) && (isNamed || known.length === 0))
    .map(({ place, score }) => ({ key: place, score: score * below }))
  const terms = [...new Set(clues.flatMap(({ anyOf }) => anyOf.flat()))]
  return readHits(db, scored, { terms, phrases: [] }, (query.limit ?? searchDefaults.limit) + 1 - known.length).hits
}

interface KeyedHit extends SearchHit {
  readonly key: number
}

function scopeOf(db: Connection, { conversation }: Query): Scope {
  if (conversation === undefined) {
    const messages = Number(db.get('SELECT coalesce(sum(indexed), 0) AS n FROM conversation')?.n)
    return { first: 0, end: Number.MAX_SAFE_INTEGER, messages }
  }
  const key = needConversationKey(db, conversation)
  const messages = Number(db.get('SELECT indexed FROM conversation WHERE key = ?', key)?.indexed)
  return { ...originalRange(key), messages }
}

function candidates(db: Connection, parsed: ParsedQuery, scope: Scope, limit: number): Candidates {
  if (parsed.terms.length > 0) return ranked(db, parsed, scope, limit)
  if (parsed.phrases.length > 0) return newest(db, scope)
  return { found: [], cut: false }
}

/** The best of the newest matches. All of them have all words, so what counts is how much of a text they are. */
function ranked(db: Connection, parsed: ParsedQuery, { first, end }: Scope, limit: number): Candidates {
  const all = parsed.terms.map(quoted).join(' AND ')
  const often = `(${all}) AND (${parsed.terms.map((term) => quoted(frequentTerm(term))).join(' OR ')})`
  const inside = 'search MATCH ? AND rowid >= CAST(? AS INTEGER) AND rowid < CAST(? AS INTEGER)'
  const rows = db.all(
    `SELECT d.id AS key, d.sz AS size FROM (SELECT rowid FROM search WHERE ${inside} ORDER BY rowid DESC LIMIT ?) f
       CROSS JOIN search_docsize d ON d.id = f.rowid`,
    all,
    first,
    end,
    maxRanked + 1,
  )
  const matches = rows.slice(0, maxRanked).map(({ key, size }) => ({ key: Number(key), words: readSize(size) }))
  const oldest = matches.at(-1)?.key ?? first
  const oftenRows =
    matches.length === 0 ? [] : db.all(`SELECT rowid AS key FROM search WHERE ${inside}`, often, oldest, end)
  const frequents = new Set(oftenRows.map(({ key }) => Number(key)))
  const found = scored(matches, frequents)
  // Without phrases all of them are hits.
  return { found: parsed.phrases.length > 0 ? found : found.slice(0, limit + 1), cut: rows.length > maxRanked }
}

function quoted(word: string): string {
  return `"${word}"`
}

interface Match {
  readonly key: number
  /** Number of different words in its text. */
  readonly words: number
}

/** As BM25 does with its usual constants, short texts and frequent words come first; then newer ones. */
function scored(matches: readonly Match[], frequents: ReadonlySet<number>): readonly Candidate[] {
  const average = matches.reduce((sum, { words }) => sum + words, 0) / matches.length
  const score = ({ key, words }: Match): number => {
    const times = frequents.has(key) ? oftenTimes : 1
    return (times * 2.2) / (times + 1.2 * (0.25 + (0.75 * words) / average))
  }
  const found = matches.map((match) => ({ key: match.key, score: score(match) }))
  return found.toSorted((a, b) => b.score - a.score || b.key - a.key)
}

/** A query of signs alone has nothing to look up: the newest texts are read. */
function newest(db: Connection, { first, end }: Scope): Candidates {
  const rows = db.all(
    `SELECT key FROM message WHERE key >= ? AND key < ? AND ${isOriginalSql('key')} ORDER BY key DESC LIMIT ?`,
    first,
    end,
    maxRanked + 1,
  )
  const found = rows.slice(0, maxRanked).map((row, i) => ({ key: Number(row.key), score: 1 / (i + 1) }))
  return { found, cut: rows.length > maxRanked }
}

interface ReadHits {
  readonly hits: KeyedHit[]
  /** There may be more among the candidates. */
  readonly unread: boolean
}

function readHits(db: Connection, found: readonly Candidate[], parsed: ParsedQuery, limit: number): ReadHits {
  const hits: KeyedHit[] = []
  const phrases = { mayHave: createPhraseSieve(parsed), has: createPhraseMatcher(parsed) }
  for (const [i, { key, score }] of found.entries()) {
    if (hits.length === limit) break
    if (hits.length > 0 && i >= maxRead) return { hits, unread: true }
    const hit = readHit(db, key, parsed, phrases)
    if (hit !== undefined) hits.push({ ...hit, key, score })
  }
  return { hits, unread: false }
}

/** Tests for the phrases of a query: at once by the JSON of a message, and for sure by its text. */
interface PhraseTests {
  readonly mayHave: (json: string) => boolean
  readonly has: (text: string) => boolean
}

/** A damaged message is no hit, and does not keep others from being found: `verify` reports it. */
function messageThatMayMatch(body: SqlValue | undefined, { mayHave }: PhraseTests): Message | undefined {
  try {
    const json = unpackSqliteText(body)
    return mayHave(json) ? readMessageJson(json) : undefined
  } catch {
    return undefined
  }
}

function readHit(
  db: Connection,
  key: number,
  parsed: ParsedQuery,
  phrases: PhraseTests,
): Omit<SearchHit, 'score'> | undefined {
  const said = db.get('SELECT body FROM message WHERE key = ?', key)
  const message = said && messageThatMayMatch(said.body, phrases)
  if (message === undefined) return undefined
  const text = searchText(message)
  if (!phrases.has(text)) return undefined
  const row = db.get(`SELECT ${hitColumns} FROM ${messageTables} WHERE m.key = ?`, key)
  if (row === undefined) return undefined
  return {
    id: entryId(unpackSqliteId(row.id)),
    conversation: conversationId(unpackSqliteId(row.conversation)),
    session: sessionId(unpackSqliteId(row.session)),
    role: message.role,
    index: Number(row.place),
    at: Number(row.at),
    snippet: snippetOf(aroundMatch(text, parsed), parsed, snippetChars),
  }
}

/** Finding the best place by words takes long in long texts; the first plain occurrence does as well. */
function aroundMatch(text: string, { phrases, terms }: ParsedQuery): string {
  if (text.length <= windowChars) return text
  const lower = text.toLowerCase()
  const place = [...phrases, ...terms].map((word) => lower.indexOf(word)).find((at) => at >= 0)
  if (place === undefined || lower.length !== text.length) return text
  return text.slice(Math.max(0, place - windowChars / 2), place + windowChars / 2)
}
