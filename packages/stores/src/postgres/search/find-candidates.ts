import type { ParsedQuery } from '@palimpsest/core/store'
import { integerArray } from '../connection/wire-array.ts'
import { packSome } from '../schema/rows.ts'
import { inAll, inAny, ordinalsOf } from './mask.ts'
import {
  bandsFor,
  readSegment,
  type SegmentContent,
  type SegmentRow,
  segmentColumns,
  theseKeys,
  type WantedKeys,
} from './read-segment.ts'
import { type Searched, scopeOf } from './searched.ts'
import { termKey } from './term-key.ts'
import { halvesOf } from './term-keys.ts'

/** Segments that are read at a time: most searches end with the first few, and those that do not go through many. */
const segmentsAtATime = [8, 64, 256]
/** Messages that are read at a time by a query that no index can help. */
const pageMessages = 1000

/** Messages that may match, by their numbers, the newest first but for segments that overlap; all that do are among them. */
export async function* findCandidates(searched: Searched, parsed: ParsedQuery): AsyncIterable<readonly number[]> {
  const { terms, phrases } = parsed
  if (terms.length > 0) yield* findByKeys(searched, waysToFind(terms))
  // A query of signs alone has nothing to look up: then it is all that is in scope.
  else if (phrases.length > 0) yield* findNewest(searched)
}

/** Sets of keys, one of which a message has wholly: joined words are found by their halves; a word that only looks like joined ones, by itself. */
function waysToFind(terms: readonly string[]): readonly (readonly number[])[] {
  const halved = terms.flatMap((term) => halvesOf(term) ?? [term])
  const ways = halved.length === terms.length ? [terms] : [halved, terms]
  return ways.map((way) => [...new Set(way.map(termKey))])
}

async function* findByKeys(searched: Searched, ways: readonly (readonly number[])[]): AsyncIterable<readonly number[]> {
  const scoped = ways.map((way) => [...way, ...scopeOf(searched)])
  const wanted = theseKeys(scoped.flat())
  const waiting = searched.waiting.filter(({ keys }) => ways.some((way) => way.every((key) => keys.has(key))))
  const first = waiting.map(({ no }) => no)
  let before: string | undefined
  for (let turn = 0; ; turn++) {
    const limit = segmentsAtATime[turn] ?? 256
    const segments = await readSegments(searched, scoped, { wanted, before, limit })
    const found = segments.flatMap((segment) => numbersWith(readSegment(segment, wanted), scoped))
    yield [...(turn === 0 ? first : []), ...found].toSorted((a, b) => b - a)
    if (segments.length < limit) return
    before = segments.at(-1)?.newest
  }
}

interface SheetPage {
  readonly wanted: WantedKeys
  readonly before: string | undefined
  readonly limit: number
}

/** The newest segments that have all keys of one of the sets. They are found first and read afterwards, since they are long. */
async function readSegments({ run }: Searched, sets: readonly (readonly number[])[], page: SheetPage) {
  const having = sets.map((_, i) => `keys @> $${i + 4}::integer[]`).join(' OR ')
  return run<SegmentRow & Record<string, unknown>>(
    `WITH matching AS MATERIALIZED (SELECT newest FROM @sheets WHERE ${having})
      SELECT ${segmentColumns('$3')} FROM @sheets s WHERE s.newest IN (
        SELECT newest FROM matching WHERE $1::bigint IS NULL OR newest < $1 ORDER BY newest DESC LIMIT $2
      ) ORDER BY s.newest DESC`,
    [page.before ?? null, page.limit, bandsFor(page.wanted), ...sets.map(integerArray)],
  )
}

function numbersWith({ having, members }: SegmentContent, sets: readonly (readonly number[])[]): readonly number[] {
  const ordinals = ordinalsOf(inAny(sets.map((keys) => inAll(keys.map((key) => having.get(key))))))
  if (ordinals.length === 0) return []
  const { numbers } = members()
  return ordinals.flatMap((ordinal) => numbers[ordinal] ?? [])
}

async function* findNewest({ run, conversation }: Searched): AsyncIterable<readonly number[]> {
  for (let before: string | undefined; ; ) {
    const rows: readonly { readonly no: string }[] = await run<{ no: string }>(
      `SELECT m.no FROM @messages m JOIN @origins o ON o.no = m.origin JOIN @conversations c ON c.id = o.conversation
        WHERE m.place IS NOT NULL AND ($1::bytea IS NULL OR c.id = $1) AND ($2::bigint IS NULL OR m.no < $2)
        ORDER BY m.no DESC LIMIT ${pageMessages}`,
      [packSome(conversation), before ?? null],
      'each-time',
    )
    yield rows.map(({ no }) => Number(no))
    if (rows.length < pageMessages) return
    before = rows.at(-1)?.no
  }
}
