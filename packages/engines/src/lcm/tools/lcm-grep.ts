import { counted, type EngineTool } from '@palimpsest/core/engine'
import { placeLine } from './find-named-entry.ts'
import { cursorText, type GrepRequest, readGrep } from './grep-arguments.ts'
import type { GrepHit, GrepPage } from './grep-hit.ts'
import type { Frontier } from './node-finder.ts'
import { mostScanned, scanTexts } from './scan-texts.ts'
import { mostRanked, searchIndex } from './search-index.ts'
import { createTextMatcher, type TextMatcher } from './text-matcher.ts'
import { answerParts, explainParts } from './tool-answer.ts'
import { conversationScope, shownTime, type ToolDesk } from './tool-desk.ts'

/** Searches everything that was said. */
export function lcmGrep(desk: ToolDesk): EngineTool {
  return {
    name: 'lcm_grep',
    description:
      'Searches all messages of this conversation, also those behind records, in their original words. Hits name the message and the records above it. To go on: the same arguments and `next` as cursor (so for all lcm tools).',
    schema: {
      type: 'object',
      properties: {
        query: { type: 'string' },
        mode: {
          enum: ['words', 'literal', 'regex'],
          description:
            'words (default): ranked, "quoted phrases". literal, regex (no lookaround or backreferences): substrings; lower case matches any case.',
        },
        role: { enum: ['user', 'assistant', 'tool', 'system'] },
        since: { type: 'string', description: 'ISO time' },
        until: { type: 'string' },
        range: { type: 'string', description: '#12-80' },
        limit: { type: 'integer' },
        cursor: { type: 'string' },
      },
      required: ['query'],
    },
    run: async (input, view, signal) => {
      const size = await desk.log.size()
      const request = readGrep(input, size)
      if (typeof request === 'string') return explainParts(conversationScope(size), request)
      if (size === 0) return explainParts(conversationScope(size), 'Nothing was said in this conversation yet.')
      const frontier = await desk.finder.frontier(view)
      if (request.mode === 'words')
        return answer(desk, frontier, request, goOn(await searchIndex(desk, wordsOf(request), request), request))
      const matcher = createTextMatcher(request.query, request.mode)
      if (typeof matcher === 'string') return explainParts(conversationScope(size), faultText(request, matcher))
      return answer(desk, frontier, request, await searchTexts(desk, matcher, request, signal))
    },
  }
}

/** More is nothing that anybody looks for, and stores refuse it. */
const mostQueryChars = 2_000

function wordsOf({ query }: GrepRequest): string {
  return query.slice(0, mostQueryChars).toWellFormed()
}

function faultText({ query, mode }: GrepRequest, fault: string): string {
  const start = JSON.stringify(query.slice(0, 80).toWellFormed())
  return mode === 'literal'
    ? fault
    : `The regex cannot be used. ${fault}\nTo find it as it stands: {"query": ${start}, "mode": "literal"}.`
}

/** A page of hits with all that its header says. */
interface GrepAnswer {
  readonly hits: readonly GrepHit[]
  /** How it was searched. */
  readonly how: string
  readonly truncated?: string
  readonly next?: string
}

function goOn({ hits, next, isCut }: GrepPage, { cursor }: GrepRequest): GrepAnswer {
  const how = 'by words, best first'
  if (next !== undefined) {
    const text = cursorText({ phase: 'index', at: next, size: cursor.size })
    return { hits, how, truncated: `there are more after these ${hits.length}`, next: text }
  }
  return isCut
    ? { hits, how, truncated: `only the best ${mostRanked} matches were looked at: add a word` }
    : { hits, how }
}

/** What the index knows comes at once; then, or where it knows nothing, the texts are gone through. */
async function searchTexts(
  desk: ToolDesk,
  matcher: TextMatcher,
  request: GrepRequest,
  signal: AbortSignal,
): Promise<GrepAnswer> {
  const { cursor, last, first, limit } = request
  const { size } = cursor
  const usesIndex = cursor.phase === 'index' && matcher.indexQuery !== ''
  const indexed = usesIndex ? await searchIndex(desk, matcher.indexQuery, request, matcher) : { hits: [] }
  const how = `${request.mode}, through the index of words`
  if (indexed.next !== undefined)
    return {
      hits: indexed.hits,
      how,
      truncated: 'there are more',
      next: cursorText({ phase: 'index', at: indexed.next, size }),
    }
  const count = last - first + 1
  const room = limit - indexed.hits.length
  if (indexed.hits.length > 0 && (count > mostScannedAtOnce || room <= 0)) {
    const truncated = `matches inside of longer words are not in the index: ${counted(count, 'message')} can be scanned`
    return { hits: indexed.hits, how, truncated, next: cursorText({ phase: 'scan', at: last, size }) }
  }
  const from = cursor.phase === 'scan' ? Math.min(cursor.at, last) : last
  const page = await scanTexts(desk, matcher, { ...request, limit: Math.max(1, room) }, signal)
  return scanned(page, { before: last - from, count, request, hits: [...indexed.hits, ...page.hits] })
}

/** So few are gone through without being asked for. */
const mostScannedAtOnce = Math.floor(mostScanned / 4)

interface Scanned {
  readonly before: number
  readonly count: number
  readonly request: GrepRequest
  readonly hits: readonly GrepHit[]
}

function scanned({ next, searched = 0 }: GrepPage, { before, count, request, hits }: Scanned): GrepAnswer {
  const how = `${request.mode}, newest first`
  if (next === undefined) return { hits, how }
  const done = `searched ${(before + searched).toLocaleString('en-US')} of ${counted(count, 'message')}`
  return { hits, how, truncated: done, next: cursorText({ phase: 'scan', at: next, size: request.cursor.size }) }
}

async function answer(desk: ToolDesk, frontier: Frontier, request: GrepRequest, found: GrepAnswer) {
  const said = found.hits.filter(({ isLookup }) => !isLookup)
  const hits = said.length > 0 ? said : found.hits
  const hidden = found.hits.length - hits.length
  const filters = request.filters.length > 0 ? `, ${request.filters.join(', ')}` : ''
  return answerParts({
    scope: `${conversationScope(request.cursor.size)}; ${found.how}${filters}`,
    ...(found.truncated !== undefined && { truncated: found.truncated }),
    ...(found.next !== undefined && { next: found.next }),
    notes: hidden > 0 ? [...request.notes, `left out ${counted(hidden, 'earlier lookup')} of this`] : request.notes,
    body: hits.length === 0 ? nothing(request, found) : await listed(desk, frontier, hits),
  })
}

function nothing({ mode, cursor, filters, query }: GrepRequest, { next }: GrepAnswer): string {
  const more = cursor.at > 0 ? 'No more hits' : 'No hits'
  if (next !== undefined) return `${more} so far; pass the cursor to search on.`
  const tips = [
    ...(mode === 'words'
      ? [
          'fewer or other words',
          looksLikeRegex.test(query) ? 'mode regex' : 'mode literal for a part of a word or an output kept in a file',
        ]
      : ['mode words', 'a shorter text']),
    ...(filters.length > 0 ? ['no filters'] : []),
  ]
  return `${more}. Try ${tips.join(', or ')}.`
}

const looksLikeRegex = /\.[*+]|\\[wdsb]|\[[^\]]{1,40}\]|\|/

/** Hits under their nodes, in the order of the best of each. */
async function listed({ finder }: ToolDesk, frontier: Frontier, hits: readonly GrepHit[]): Promise<string> {
  const groups = new Map<string, string[]>()
  for (const { at, role, said, snippet } of hits) {
    const place = await placeLine(finder, frontier, at)
    const lines = groups.get(place) ?? []
    groups.set(place, [...lines, `  #${at} ${role}, ${shownTime(said)}: ${snippet}`])
  }
  return [...groups].flatMap(([place, lines]) => [place, ...lines]).join('\n')
}
