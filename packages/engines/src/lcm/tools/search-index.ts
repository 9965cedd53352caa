import { type ConversationLog, type LogHit, redact } from '@palimpsest/core/engine'
import type { GrepRequest } from './grep-arguments.ts'
import { countShown, type GrepHit, type GrepPage, grepHit, isLookup } from './grep-hit.ts'
import type { TextMatcher } from './text-matcher.ts'
import type { ToolDesk } from './tool-desk.ts'

/** More than these of the best are not ranked. */
export const mostRanked = 512
/** Asked for at first where some may turn out to be none. */
const firstRanked = 16
/** Entries that are read at a time to look into them. */
const readSize = 16

/** One page of what the index of words finds, best first. A matcher proves each on its text. */
export async function searchIndex(
  { log }: ToolDesk,
  query: string,
  request: GrepRequest,
  matcher?: TextMatcher,
): Promise<GrepPage> {
  const { limit, cursor, filters } = request
  const hits: GrepHit[] = []
  let at = cursor.at
  // Where too few have all words, a store looks for those that have some of them, which takes several times as long.
  const isSure = matcher === undefined && filters.length === 0
  for (let most = Math.max(isSure ? 0 : firstRanked, at + limit + 1); ; most *= 4) {
    const { found, isMore } = await rankedHits(log, query, request, most)
    for (; at < found.length && countShown(hits) < limit; at += readSize) {
      const slice = found.slice(at, at + readSize)
      const read = await readHits(log, slice, matcher)
      for (const [i, hit] of read.entries()) {
        if (hit !== undefined) hits.push(hit)
        if (countShown(hits) === limit) return pageOf(hits, at + i + 1, found.length > at + i + 1 || isMore)
      }
    }
    at = Math.min(at, found.length)
    if (!isMore) return { hits }
    if (most >= mostRanked) return { hits, isCut: true }
  }
}

function pageOf(hits: readonly GrepHit[], next: number, isMore: boolean): GrepPage {
  return isMore ? { hits, next } : { hits }
}

/** The hits in scope among the best of all; the order does not depend on their number. */
export async function rankedHits(log: ConversationLog, query: string, request: GrepRequest, most: number) {
  const { hits, capped } = await log.search(query, Math.min(mostRanked, most))
  return { found: hits.filter((hit) => isInScope(request, hit)), isMore: capped }
}

function isInScope({ first, last, accepts }: GrepRequest, hit: Pick<LogHit, 'index' | 'role' | 'at'>): boolean {
  return hit.index >= first && hit.index <= last && accepts(hit)
}

async function readHits(log: ConversationLog, found: readonly LogHit[], matcher?: TextMatcher) {
  const entries = new Map((await log.entries(found.map(({ id }) => id))).map((entry) => [entry.id, entry]))
  return found.map((hit): GrepHit | undefined => {
    const entry = entries.get(hit.id)
    const plain = () => redact(hit.snippet.replace(/\s+/g, ' ').trim()).text.toWellFormed()
    if (entry === undefined) return matcher === undefined ? grepHit(hit, plain(), false) : undefined
    const snippet = matcher === undefined ? plain() : matcher.snippet(entry.message)
    return snippet === undefined ? undefined : grepHit(hit, snippet, isLookup(entry))
  })
}
