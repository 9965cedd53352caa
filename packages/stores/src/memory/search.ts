import {
  type EntryId,
  matchesText,
  type ParsedQuery,
  parseQuery,
  type Query,
  type SearchHit,
  type SearchResult,
  searchDefaults,
  snippetOf,
} from '@palimpsest/core/store'
import { searchLooselyInMemory } from './search-loosely.ts'
import { findMessageInMemory, type MemoryMessageRow, needConversationInMemory, type Tables } from './tables.ts'

/** Enough to recognise a message by, on two lines of a terminal. */
const snippetChars = 160

/** Looks through all originals in scope, one by one. */
export function searchInMemory(
  tables: Tables,
  { text, conversation, limit = searchDefaults.limit }: Query,
): SearchResult {
  const parsed = parseQuery(text)
  if (conversation !== undefined) needConversationInMemory(tables, conversation)
  const lists = conversation === undefined ? [...tables.originals.values()] : [tables.originals.get(conversation) ?? []]
  const rows = placed(tables, lists)
  const found = rows
    .filter(({ row }) => matches(row, parsed))
    .map((each) => ({ ...each, score: scoreOf(each.row, parsed) }))
  found.sort((a, b) => b.score - a.score || b.place - a.place)
  if (found.length <= limit) found.push(...looseMatches(rows, text, found))
  const hits = found.slice(0, limit).flatMap(({ id, row, score }): SearchHit[] => {
    const stored = findMessageInMemory(tables, id)
    if (stored?.index === undefined) return []
    const { conversation, session, index, at, message } = stored
    const snippet = snippetOf(row.words?.().text ?? '', parsed, snippetChars)
    return [{ id, conversation, session, role: message.role, index, at, score, snippet }]
  })
  return { hits, searched: rows.length, capped: found.length > limit }
}

interface Candidate {
  readonly id: EntryId
  readonly row: MemoryMessageRow
  readonly place: number
}

interface Match extends Candidate {
  readonly score: number
}

/** Keeps messages of two conversations from being neighbours. */
const gap = 8

function placed(tables: Tables, lists: readonly (readonly EntryId[])[]): readonly Candidate[] {
  const rows: Candidate[] = []
  let first = 0
  for (const ids of lists) {
    for (const [i, id] of ids.entries()) {
      const row = tables.messages.get(id)
      if (row !== undefined) rows.push({ id, row, place: first + i })
    }
    first += ids.length + gap
  }
  return rows
}

/** Those that do without some of the query, scored below those that have all of it, where only those that name some follow. */
function looseMatches(rows: readonly Candidate[], text: string, known: readonly Match[]): readonly Match[] {
  const byPlace = new Map(rows.map((each) => [each.place, each]))
  const places = new Set(known.map(({ place }) => place))
  const below = known.at(-1)?.score ?? 1
  const found = searchLooselyInMemory(new Map(rows.map(({ place, row }) => [place, row])), text)
  return found.flatMap(({ place, score, isNamed }) => {
    const candidate = byPlace.get(place)
    const isWanted = candidate !== undefined && !places.has(place) && (isNamed || known.length === 0)
    return isWanted ? [{ ...candidate, score: score * below }] : []
  })
}

function matches({ words }: MemoryMessageRow, parsed: ParsedQuery): boolean {
  if (words === undefined || (parsed.terms.length === 0 && parsed.phrases.length === 0)) return false
  const { text, terms } = words()
  return parsed.terms.every((term) => terms.has(term)) && matchesText(text, parsed)
}

/** Returns how much of the text the terms make up: a short text that names them often says most about them. */
function scoreOf({ words }: MemoryMessageRow, parsed: ParsedQuery): number {
  const terms = words?.().terms
  const named = parsed.terms.reduce((sum, term) => sum + Math.log1p(terms?.get(term) ?? 0), 0)
  return named / Math.log(10 + (terms?.size ?? 0))
}
