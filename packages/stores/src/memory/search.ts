import {
  type Clue,
  clueScore,
  cluesOf,
  clueWeight,
  type EntryId,
  leastClueShare,
  matchesText,
  type ParsedQuery,
  parseQuery,
  type Query,
  type SearchHit,
  type SearchResult,
  searchDefaults,
  snippetOf,
} from '@palimpsest/core/store'
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
  const scope = conversation === undefined ? [...tables.originals.values()].flat() : tables.originals.get(conversation)
  const rows = (scope ?? []).flatMap((id) => {
    const row = tables.messages.get(id)
    return row === undefined ? [] : [{ id, row }]
  })
  const found = bestFirst(
    rows.filter(({ row }) => matches(row, parsed)).map((each) => ({ ...each, score: scoreOf(each.row, parsed) })),
  )
  if (found.length < limit) found.push(...searchLoosely(rows, cluesOf(text), found))
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
}

interface Match extends Candidate {
  readonly score: number
}

function bestFirst(matches: readonly Match[]): Match[] {
  return matches.toSorted((a, b) => b.score - a.score || (b.row.index ?? 0) - (a.row.index ?? 0))
}

/** Those that have the most telling of the clues, scored below those that have all that was asked for. */
function searchLoosely(rows: readonly Candidate[], clues: readonly Clue[], known: readonly Match[]): readonly Match[] {
  const weights = clues.map((clue) => clueWeight(rows.filter(({ row }) => hasClue(row, clue)).length, rows.length))
  const worth = weights.reduce((sum, weight) => sum + weight, 0)
  const shareOf = (row: MemoryMessageRow) =>
    clues.reduce((sum, clue, i) => sum + (hasClue(row, clue) ? (weights[i] ?? 0) : 0), 0) / worth
  const ids = new Set(known.map(({ id }) => id))
  const below = known.at(-1)?.score ?? 1
  const found = rows.filter(({ id, row }) => !ids.has(id) && worth > 0 && shareOf(row) >= leastClueShare)
  const average = found.reduce((sum, { row }) => sum + (row.words?.().terms.size ?? 0), 0) / found.length
  return bestFirst(
    found.map(({ id, row }) => ({
      id,
      row,
      score: below * clueScore(shareOf(row), row.words?.().terms.size ?? 0, average),
    })),
  )
}

function hasClue({ words }: MemoryMessageRow, { anyOf }: Clue): boolean {
  const terms = words?.().terms
  return anyOf.some((all) => all.every((term) => terms?.has(term)))
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
