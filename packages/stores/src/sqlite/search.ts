import {
  type Hit,
  matchesText,
  type ParsedQuery,
  parseQuery,
  type Query,
  type SearchResult,
  searchText,
  snippetOf,
} from '@palimpsest/core'
import type { Connection } from './connection.ts'
import { needConversationKey } from './find.ts'
import { scopeTerm } from './index-messages.ts'
import { messageColumns, messageTables, readMessage } from './rows.ts'

/** Ranking looks at every match, so of a word that is everywhere only the newest matches compete. */
const maxRanked = 4000
/** Phrases are checked on the text itself; this many texts are read before giving up. */
const maxRead = 400
/** About three lines of a terminal. */
const snippetChars = 240
/** Of a long text only this much around the match is handed to the snippet. */
const windowChars = 2000

interface Candidate {
  readonly key: number
  readonly score: number
}

interface Candidates {
  readonly found: readonly Candidate[]
  /** Some matches were left out. */
  readonly cut: boolean
}

interface Scope {
  readonly key?: number
  readonly messages: number
}

/** Finds indexed originals in which all words and phrases of the query occur, best first. */
export function search(db: Connection, query: Query): SearchResult {
  const { limit = 20 } = query
  const parsed = parseQuery(query.text)
  return db.read(() => {
    const scope = scopeOf(db, query)
    const { found, cut } = candidates(db, parsed, scope, limit)
    const hits = readHits(db, found, parsed, limit + 1)
    return { hits: hits.slice(0, limit), searched: scope.messages, capped: cut || hits.length > limit }
  })
}

function scopeOf(db: Connection, { conversation }: Query): Scope {
  if (conversation === undefined) {
    return { messages: Number(db.get('SELECT coalesce(sum(originals), 0) AS n FROM conversation')?.n) }
  }
  const key = needConversationKey(db, conversation)
  return { key, messages: Number(db.get('SELECT originals FROM conversation WHERE key = ?', key)?.originals) }
}

function candidates(db: Connection, parsed: ParsedQuery, scope: Scope, limit: number): Candidates {
  if (parsed.terms.length > 0) return ranked(db, parsed, scope, limit)
  if (parsed.phrases.length > 0) return newest(db, scope)
  return { found: [], cut: false }
}

function ranked(db: Connection, parsed: ParsedQuery, scope: Scope, limit: number): Candidates {
  const scoped = scope.key === undefined ? parsed.terms : [scopeTerm(scope.key), ...parsed.terms]
  const match = scoped.map((term) => `"${term}"`).join(' AND ')
  const oldest = db.get(
    'SELECT rowid AS key FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?',
    match,
    maxRanked,
  )
  const wanted = parsed.phrases.length > 0 ? maxRead : limit + 1
  const rows = db.all(
    'SELECT rowid AS key, rank FROM search WHERE search MATCH ? AND rowid > ? ORDER BY rank LIMIT ?',
    match,
    oldest === undefined ? 0 : Number(oldest.key),
    wanted,
  )
  const found = rows.map(({ key, rank }) => ({ key: Number(key), score: -Number(rank) }))
  return { found, cut: oldest !== undefined || (parsed.phrases.length > 0 && rows.length === wanted) }
}

/** A query of signs alone has nothing to look up: the newest texts are read. */
function newest(db: Connection, { key }: Scope): Candidates {
  const rows = db.all(
    `SELECT key FROM message WHERE place IS NOT NULL ${key === undefined ? '' : 'AND conversation = ?'}
       ORDER BY ${key === undefined ? 'key' : 'place'} DESC LIMIT ?`,
    ...(key === undefined ? [] : [key]),
    maxRead + 1,
  )
  const found = rows.slice(0, maxRead).map((row, i) => ({ key: Number(row.key), score: 1 / (i + 1) }))
  return { found, cut: rows.length > maxRead }
}

function readHits(db: Connection, found: readonly Candidate[], parsed: ParsedQuery, limit: number): readonly Hit[] {
  const hits: Hit[] = []
  for (const { key, score } of found) {
    if (hits.length === limit) break
    const row = db.get(`SELECT ${messageColumns} FROM ${messageTables} WHERE m.key = ?`, key)
    if (row === undefined) continue
    const { message, id, conversation, session, index } = readMessage(row)
    const text = searchText(message)
    if (index === undefined || !matchesText(text, parsed)) continue
    hits.push({
      id,
      conversation,
      session,
      role: message.role,
      index,
      score,
      snippet: snippetOf(aroundMatch(text, parsed), parsed, snippetChars),
    })
  }
  return hits
}

/** Finding the best place by words takes long in long texts; the first plain occurrence does as well. */
function aroundMatch(text: string, { phrases, terms }: ParsedQuery): string {
  if (text.length <= windowChars) return text
  const lower = text.toLowerCase()
  const place = [...phrases, ...terms].map((word) => lower.indexOf(word)).find((at) => at >= 0)
  if (place === undefined || lower.length !== text.length) return text
  return text.slice(Math.max(0, place - windowChars / 2), place + windowChars / 2)
}
