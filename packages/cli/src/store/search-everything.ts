import { lstat } from 'node:fs/promises'
import {
  indexTerms,
  matchesText,
  type ParsedQuery,
  parseQuery,
  type Query,
  type SearchHit,
  type SearchResult,
  type SessionStore,
  searchDefaults,
  searchText,
  snippetOf,
} from '@palimpsest/core/store'
import { loadKeptOutputs } from '../compose.ts'
import { keptFolders } from './kept-file.ts'

/** The places to search: what was said, and the outputs of tools that were too long to show. */
export interface SearchPlace {
  readonly store: SessionStore
  /** Below these, each conversation has a folder for its long outputs. */
  readonly results: readonly string[]
  readonly signal: AbortSignal
  /** Receives what could not be searched. */
  tell(text: string): void
}

/** As `store.search`, also in outputs of tools that are kept in files; a hit in one is a hit of the message that gave it. */
export async function searchEverything(place: SearchPlace, query: Query): Promise<SearchResult> {
  const said = await place.store.search(query)
  const folders = await existing(foldersFor(place, query))
  if (folders.length === 0) return said
  const { hits: kept, capped } = await keptHits(place, query, folders).catch(() => unsearched(place))
  if (kept.length === 0) return said
  const { limit = searchDefaults.limit } = query
  const hits = await together(place.store, parseQuery(query.text), said.hits, kept)
  return { ...said, hits: hits.slice(0, limit), capped: said.capped || capped || hits.length > limit }
}

/** Falls back to what was said if files cannot be searched. */
function unsearched({ signal, tell }: SearchPlace): KeptHits {
  signal.throwIfAborted()
  tell('Outputs that are kept in files could not be searched.')
  return { hits: [], capped: false }
}

function foldersFor({ results }: SearchPlace, { conversation }: Query): readonly string[] {
  return conversation === undefined ? [...new Set(results)] : keptFolders(results, conversation)
}

async function existing(folders: readonly string[]): Promise<readonly string[]> {
  const isThere = await Promise.all(
    folders.map(async (folder) => (await lstat(folder).catch(() => undefined))?.isDirectory()),
  )
  return folders.filter((_, i) => isThere[i])
}

/** As long as those of other hits. */
const snippetChars = 240

type KeptHits = Pick<SearchResult, 'hits' | 'capped'>

/** Every message once, however many of the folders have what it points at. */
async function keptHits({ store, signal }: SearchPlace, query: Query, folders: readonly string[]): Promise<KeptHits> {
  const { searchKept } = await loadKeptOutputs()
  const { text, conversation, limit = searchDefaults.limit } = query
  const parsed = parseQuery(text)
  const found = new Map<string, SearchHit>()
  let capped = false
  for (const folder of folders) {
    const place = { store, folder, onlyPointedAt: true, ...(conversation && { conversation }) }
    const kept = await searchKept(place, text, limit, signal)
    capped ||= kept.capped
    for (const { said, snippet } of kept.hits)
      for (const hit of said) found.set(hit.id, { ...hit, snippet: snippetOf(snippet, parsed, snippetChars) })
  }
  return { hits: [...found.values()], capped }
}

/** Ranks kept outputs, which match fully but are long, below messages that match fully and above the others. */
async function together(
  store: SessionStore,
  parsed: ParsedQuery,
  said: readonly SearchHit[],
  kept: readonly SearchHit[],
): Promise<readonly SearchHit[]> {
  let whole = 0
  for (const hit of said) {
    if (!(await hasAll(store, hit, parsed))) break
    whole++
  }
  const best = said.slice(0, whole)
  const known = new Set(best.map(({ id }) => id))
  const score = best.at(-1)?.score ?? 1
  const added = kept.filter(({ id }) => !known.has(id)).map((hit) => ({ ...hit, score }))
  const shown = new Set(added.map(({ id }) => id))
  return [...best, ...added, ...said.slice(whole).filter(({ id }) => !shown.has(id))]
}

async function hasAll(store: SessionStore, { id }: SearchHit, parsed: ParsedQuery): Promise<boolean> {
  const stored = await store.message(id)
  if (stored === undefined) return false
  const text = searchText(stored.message)
  const terms = new Set(indexTerms(text))
  return parsed.terms.every((term) => terms.has(term)) && matchesText(text, parsed)
}
