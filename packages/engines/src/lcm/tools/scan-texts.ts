import type { ConversationLog, EntryId, LogEntry } from '@palimpsest/core/engine'
import type { GrepRequest } from './grep-arguments.ts'
import { countShown, type GrepHit, type GrepPage, grepHit, isLookup } from './grep-hit.ts'
import { mostRanked, rankedHits } from './search-index.ts'
import type { TextMatcher } from './text-matcher.ts'
import type { ToolDesk } from './tool-desk.ts'

/** Of one call: some tenths of a second on a slow disk. */
export const mostScanned = 5_000
const mostScannedChars = 8_000_000
const scanSize = 250

/** One page of what a scan finds, newest first; outputs that were too long to show are read whole. */
export async function scanTexts(
  desk: ToolDesk,
  matcher: TextMatcher,
  request: GrepRequest,
  signal: AbortSignal,
): Promise<GrepPage> {
  const { first, last, limit, cursor } = request
  const known = await indexedIds(desk.log, matcher, request)
  const hits: GrepHit[] = []
  let chars = 0
  let searched = 0
  let end = Math.min(last, cursor.size - 1, cursor.phase === 'scan' ? cursor.at : last) + 1
  while (end > first) {
    signal.throwIfAborted()
    const from = Math.max(first, end - scanSize)
    const entries = await desk.log.originals(from, end - from)
    for (const [i, entry] of [...entries.entries()].toReversed()) {
      const place = entry.index ?? from + i
      const { hit, length } = await scanEntry(desk, entry, place, { matcher, request, known })
      chars += length
      searched++
      if (hit !== undefined) hits.push(hit)
      const isFull = countShown(hits) === limit || searched >= mostScanned || chars >= mostScannedChars
      if (isFull && place > first) return { hits, next: place - 1, searched }
    }
    end = from
    await desk.pause()
  }
  return { hits, searched }
}

/** Those that the index found were listed before the scan began. */
async function indexedIds(
  log: ConversationLog,
  { indexQuery }: TextMatcher,
  request: GrepRequest,
): Promise<ReadonlySet<EntryId>> {
  if (indexQuery === '') return new Set()
  const { found } = await rankedHits(log, indexQuery, request, mostRanked)
  return new Set(found.map(({ id }) => id))
}

interface ScanContext {
  readonly matcher: TextMatcher
  readonly request: GrepRequest
  readonly known: ReadonlySet<EntryId>
}

async function scanEntry(
  { log }: ToolDesk,
  entry: LogEntry,
  place: number,
  { matcher, request, known }: ScanContext,
): Promise<{ readonly hit?: GrepHit; readonly length: number }> {
  const { role } = entry.message
  const at = entry.at === undefined ? {} : { at: entry.at }
  if (!request.accepts({ role, ...at })) return { length: 0 }
  if (known.has(entry.id) && matcher.snippet(entry.message) !== undefined) return { length: 0 }
  const whole = role === 'tool' && entry.message.kept !== undefined ? await log.whole(entry) : entry
  const length = whole.message.parts.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 200), 0)
  const snippet = matcher.snippet(whole.message)
  if (snippet === undefined) return { length }
  return { length, hit: grepHit({ index: place, role, ...at }, snippet, isLookup(entry)) }
}
