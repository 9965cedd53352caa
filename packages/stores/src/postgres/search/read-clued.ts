import type { Clue } from '@palimpsest/core/store'
import { integerArray } from '../connection/wire-array.ts'
import type { IndexedMessage } from './index-segment.ts'
import { inAll, inAny, type Mask, ordinalsOf } from './mask.ts'
import {
  bandsFor,
  type Members,
  readSegment,
  type SegmentContent,
  type SegmentRow,
  segmentColumns,
  theseKeys,
} from './read-segment.ts'
import { andInScope, type Searched, scopeOf, scopeValues } from './searched.ts'
import { termKey } from './term-key.ts'
import { halvesOf } from './term-keys.ts'

/** If the clues are in more segments than this, only those with the rarest clues are read, the newest first. */
const maxSegments = 120

/** Which messages have which clues. */
export interface CluedMessages {
  readonly groups: readonly CluedGroup[]
  /** Number of messages that have each clue; extrapolated where not all were looked at. */
  readonly counts: readonly number[]
}

/** Messages are identified by their place in the group. */
interface CluedGroup {
  readonly members: () => Members
  /** For each clue the messages that have it. */
  readonly having: readonly (readonly number[])[]
  /** Number of messages in scope. */
  readonly among: number
}

/** The sets of keys of which a message must have one wholly. Joined words are found by their halves. */
type ClueKeys = readonly (readonly number[])[]

/** Finds messages that have some of the clues. */
export async function readClued(searched: Searched, clues: readonly Clue[]): Promise<CluedMessages> {
  const segments = await countSegments(
    searched,
    clues.flatMap(({ anyOf }) => anyOf.flatMap(keysOf)),
  )
  const keyed = clues.map(({ anyOf }): ClueKeys => anyOf.map(keysOf))
  const known = keyed.map((sets) => sets.filter((set) => set.every((key) => segments.has(key))))
  const chosen = chooseClues(known.map((sets) => sets.reduce((sum, set) => sum + leastOf(set, segments), 0)))
  const read = await readSegments(searched, known, chosen)
  const groups = [waitingGroup(searched.waiting, keyed), ...read]
  const among = groups.reduce((sum, group) => sum + group.among, 0)
  const isWhole = (at: number) => read.length < maxSegments && chosen.includes(at)
  const counts = keyed.map((_, at) => {
    const count = groups.reduce((sum, { having }) => sum + (having[at]?.length ?? 0), 0)
    return isWhole(at) || among === 0 ? count : Math.round((count / among) * searched.messages)
  })
  return { groups, counts }
}

/** No more segments than this have all of the keys. */
function leastOf(keys: readonly number[], segments: ReadonlyMap<number, number>): number {
  return Math.min(...keys.map((key) => segments.get(key) ?? 0))
}

function keysOf(terms: readonly string[]): readonly number[] {
  return [...new Set(terms.flatMap((term) => halvesOf(term) ?? [term]).map(termKey))]
}

/** Counts the segments that have each key; most words that a question might mean are in none, and are left out. */
async function countSegments(searched: Searched, keys: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await searched.run<{ key: number; count: number }>(
    `SELECT key, count FROM unnest($1::integer[]) AS wanted (key), LATERAL (
        SELECT count(*)::integer AS count FROM @sheets WHERE keys @> ARRAY[key] ${andInScope(searched, '$2')}) AS having_it
      WHERE count > 0`,
    [integerArray([...new Set(keys)]), ...scopeValues(searched)],
  )
  return new Map(rows.map(({ key, count }) => [key, count]))
}

/** The rarest, as many as have few enough segments; at least one. */
function chooseClues(counts: readonly number[]): readonly number[] {
  const rarest = [...counts.entries()].filter(([, count]) => count > 0).toSorted(([, a], [, b]) => a - b)
  let room = maxSegments
  return rarest.flatMap(([at, count], rank) => {
    room -= count
    return rank === 0 || room > 0 ? [at] : []
  })
}

/** The newest segments that have one of the chosen clues, and what they have of all clues. */
async function readSegments(searched: Searched, clues: readonly ClueKeys[], chosen: readonly number[]) {
  if (chosen.length === 0) return []
  const scope = scopeOf(searched)
  const wanted = theseKeys([...clues.flat(2), ...scope])
  const segments = await searched.run<SegmentRow & Record<string, unknown>>(
    `WITH matching AS MATERIALIZED (SELECT newest FROM @sheets WHERE keys && $1::integer[] ${andInScope(searched, '$3')})
      SELECT ${segmentColumns('$2')} FROM @sheets s
        WHERE s.newest IN (SELECT newest FROM matching ORDER BY newest DESC LIMIT ${maxSegments})
        ORDER BY s.newest DESC`,
    [integerArray(chosen.flatMap((at) => clues[at]?.flat() ?? [])), bandsFor(wanted), ...scopeValues(searched)],
  )
  return segments.map((segment) => segmentGroup(readSegment(segment, wanted), clues, scope))
}

function waitingGroup(waiting: readonly IndexedMessage[], clues: readonly ClueKeys[]): CluedGroup {
  const has = ({ keys }: IndexedMessage, sets: ClueKeys) => sets.some((set) => set.every((key) => keys.has(key)))
  return {
    members: () => ({ numbers: waiting.map(({ no }) => no), sizes: waiting.map(({ keys }) => keys.size) }),
    having: clues.map((sets) => waiting.flatMap((message, ordinal) => (has(message, sets) ? [ordinal] : []))),
    among: waiting.length,
  }
}

function segmentGroup(
  { having, count, members }: SegmentContent,
  clues: readonly ClueKeys[],
  scope: readonly number[],
) {
  const inScope = scope.map((key) => having.get(key))
  const masks = clues.map((sets): Mask => inAny(sets.flatMap((set) => maskOf(set, having, inScope))))
  const among = scope.length === 0 ? count : ordinalsOf(inAll(inScope)).length
  return { members, having: masks.map(ordinalsOf), among }
}

/** Nothing when the segment lacks one of the keys, as it does with most. */
function maskOf(
  keys: readonly number[],
  having: ReadonlyMap<number, Mask>,
  inScope: readonly (Mask | undefined)[],
): readonly Mask[] {
  return keys.every((key) => having.has(key)) ? [inAll([...keys.map((key) => having.get(key)), ...inScope])] : []
}
