import { redact } from '../../redact/redact.ts'
import { searchDefaults } from '../search-defaults.ts'
import { indexTerms, matchesText, parseQuery, searchText } from '../search-terms.ts'
import type { Query, SearchHit, SearchResult, SessionStore } from '../store.ts'

/**
 * Judges texts by what they mean, as a model with embeddings does; none comes with this package. Scores are from 0 to 1,
 * one for each text in order, and comparable within one call. Secrets are left out of what it sees.
 */
export interface SemanticScorer {
  scores(query: string, texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]>
}

/** What a meaning counts beside words, and among how many hits. */
export interface MeaningOptions {
  /** From 0, words alone, to 1, meaning alone. @default 0.3 */
  readonly weight?: number
  /** Hits by words that are judged. @default 50 */
  readonly candidates?: number
  readonly signal?: AbortSignal
}

/** The defaults for what the caller leaves open. */
export const meaningDefaults = { weight: 0.3, candidates: 50 } as const satisfies MeaningOptions

/** As `store.search`; hits that lack some of the query's words are put into the order of words and meaning together. */
export async function searchByMeaning(
  store: Pick<SessionStore, 'search' | 'message'>,
  query: Query,
  scorer: SemanticScorer,
  options: MeaningOptions = {},
): Promise<SearchResult> {
  const { weight, candidates, signal } = { ...meaningDefaults, signal: undefined, ...options }
  const { limit = searchDefaults.limit } = query
  const found = await store.search({ ...query, limit: Math.max(limit, candidates) })
  const texts = await Promise.all(found.hits.map((hit) => textOf(store, hit)))
  const whole = wholeMatches(query.text, texts)
  const loose = found.hits.slice(whole)
  if (loose.length === 0) return { ...found, hits: found.hits.slice(0, limit), capped: isCapped(found, limit) }
  const shown = texts.slice(whole).map((text) => redact(text).text)
  const meanings = await scorer.scores(redact(query.text).text, shown, signal)
  const [best] = loose
  const scored = loose.map((hit, i) => {
    const meant = Math.min(1, Math.max(0, meanings[i] ?? 0)) * (best?.score ?? 0)
    return { ...hit, score: (1 - weight) * hit.score + weight * meant }
  })
  // Sorting is stable: among equals the order by words stays.
  const hits = [...found.hits.slice(0, whole), ...scored.toSorted((a, b) => b.score - a.score)]
  return { ...found, hits: hits.slice(0, limit), capped: isCapped(found, limit) }
}

function isCapped({ hits, capped }: SearchResult, limit: number): boolean {
  return capped || hits.length > limit
}

async function textOf(store: Pick<SessionStore, 'message'>, { id }: SearchHit): Promise<string> {
  const stored = await store.message(id)
  return stored === undefined ? '' : searchText(stored.message)
}

/** The number of hits, from the first, that have all of the query: what was asked for word by word stays first. */
function wholeMatches(query: string, texts: readonly string[]): number {
  const parsed = parseQuery(query)
  const first = texts.findIndex((text) => {
    const terms = new Set(indexTerms(text))
    return !parsed.terms.every((term) => terms.has(term)) || !matchesText(text, parsed)
  })
  return first < 0 ? texts.length : first
}
