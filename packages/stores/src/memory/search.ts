import {
  type Hit,
  matchesText,
  type ParsedQuery,
  parseQuery,
  type Query,
  type SearchResult,
  snippetOf,
} from '@palimpsest/core/store'
import { type MessageRow, needConversation, readMessage, type Tables } from './tables.ts'

/** Enough to recognise a message by, on two lines of a terminal. */
const snippetChars = 160

/** Looks through all originals in scope, one by one. */
export function search(tables: Tables, { text, conversation, limit = 20 }: Query): SearchResult {
  const parsed = parseQuery(text)
  if (conversation !== undefined) needConversation(tables, conversation)
  const scope = conversation === undefined ? [...tables.originals.values()].flat() : tables.originals.get(conversation)
  const ids = scope ?? []
  const rows = ids.map((id) => ({ id, row: tables.messages.get(id) }))
  const found = rows.flatMap(({ id, row }) => (row !== undefined && matches(row, parsed) ? [{ id, row }] : []))
  const best = found
    .map(({ id, row }) => ({ id, row, score: scoreOf(row, parsed) }))
    .toSorted((a, b) => b.score - a.score || (b.row.index ?? 0) - (a.row.index ?? 0))
    .slice(0, limit)
  const hits = best.flatMap(({ id, row, score }): Hit[] => {
    const stored = readMessage(tables, id)
    if (stored?.index === undefined) return []
    const { conversation, session, index, message } = stored
    const snippet = snippetOf(row.text ?? '', parsed, snippetChars)
    return [{ id, conversation, session, role: message.role, index, score, snippet }]
  })
  return { hits, searched: ids.length, capped: found.length > limit }
}

function matches({ text = '', terms }: MessageRow, parsed: ParsedQuery): boolean {
  if (parsed.terms.length === 0 && parsed.phrases.length === 0) return false
  return parsed.terms.every((term) => terms?.has(term)) && matchesText(text, parsed)
}

/** How much of the text the terms make up: a short text that names them often says most about them. */
function scoreOf({ terms }: MessageRow, parsed: ParsedQuery): number {
  const named = parsed.terms.reduce((sum, term) => sum + Math.log1p(terms?.get(term) ?? 0), 0)
  return named / Math.log(10 + (terms?.size ?? 0))
}
