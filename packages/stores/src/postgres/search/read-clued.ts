import type { Clue } from '@palimpsest/core/store'
import { integerArray } from '../connection/wire-array.ts'
import { inAll, inAny, type Mask, ordinalsOf, without } from './mask.ts'
import {
  bandsFor,
  type Members,
  readSegment,
  type SegmentContent,
  type SegmentRow,
  segmentColumns,
  theseKeys,
} from './read-segment.ts'
import { andInScope, type Searched, scopeOf, scopeValues, type WaitingMessage } from './searched.ts'
import { termKey } from './term-key.ts'
import { halvesOf } from './term-keys.ts'

/** If the clues are in more segments than this, only those with the rarest clues are read, the newest first. */
const maxSegments = 120

/** Which messages have which clues. */
export interface CluedMessages {
  /** The oldest first. */
  readonly groups: readonly CluedGroup[]
  /** By what to multiply the number of messages that have a clue: not all were looked at for each. */
  readonly scales: readonly number[]
}

/** Messages of one segment, or those that wait for one. They are identified by their place in the group. */
export interface CluedGroup {
  readonly members: () => Members
  readonly having: readonly HavingClue[]
  /** The messages in scope, ascending. */
  readonly inScope: readonly number[]
}

/** The messages of a group that have a clue. */
export interface HavingClue {
  /** As the query has it. */
  readonly exact: readonly number[]
  /** In another form only. */
  readonly formed: readonly number[]
}

/** The sets of keys of which a message must have one wholly. Joined words are found by their halves. */
interface ClueKeys {
  readonly asAsked: readonly number[]
  readonly forms: readonly (readonly number[])[]
}

/** Finds messages that have some of the clues. */
export async function readClued(searched: Searched, clues: readonly Clue[]): Promise<CluedMessages> {
  const segments = await countSegments(
    searched,
    clues.flatMap(({ anyOf }) => anyOf.flatMap(keysOf)),
  )
  const keyed = clues.map(
    ({ anyOf: [asAsked = [], ...forms] }): ClueKeys => ({ asAsked: keysOf(asAsked), forms: forms.map(keysOf) }),
  )
  const known = keyed.map((clue) => setsOf(clue).filter((set) => set.every((key) => segments.has(key))))
  const chosen = chooseClues(known.map((sets) => sets.reduce((sum, set) => sum + leastOf(set, segments), 0)))
  const wanted = { keyed, known, chosen }
  const read = await readSegments(searched, wanted)
  const groups = [...read.toReversed(), waitingGroup(searched.waiting, keyed)]
  const among = groups.reduce((sum, { inScope }) => sum + inScope.length, 0)
  const isWhole = (at: number) => read.length < maxSegments && chosen.includes(at)
  const scales = clues.map((_, at) => (isWhole(at) || among === 0 ? 1 : Math.max(1, searched.messages / among)))
  return { groups, scales }
}

function setsOf({ asAsked, forms }: ClueKeys): readonly (readonly number[])[] {
  return [asAsked, ...forms]
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

interface WantedClues {
  readonly keyed: readonly ClueKeys[]
  /** For each clue, the sets of keys that some segment has. */
  readonly known: readonly (readonly (readonly number[])[])[]
  /** The clues that decide which segments are read. */
  readonly chosen: readonly number[]
}

/** The newest segments that have one of the chosen clues, and what they have of all clues. */
async function readSegments(searched: Searched, { keyed, known, chosen }: WantedClues): Promise<readonly CluedGroup[]> {
  if (chosen.length === 0) return []
  const scope = scopeOf(searched)
  const wanted = theseKeys([...known.flat(2), ...scope])
  const segments = await searched.run<SegmentRow & Record<string, unknown>>(
    `WITH matching AS MATERIALIZED (SELECT newest FROM @sheets WHERE keys && $1::integer[] ${andInScope(searched, '$3')})
      SELECT ${segmentColumns('$2')} FROM @sheets s
        WHERE s.newest IN (SELECT newest FROM matching ORDER BY newest DESC LIMIT ${maxSegments})
        ORDER BY s.newest DESC`,
    [integerArray(chosen.flatMap((at) => known[at]?.flat() ?? [])), bandsFor(wanted), ...scopeValues(searched)],
  )
  return segments.map((segment) => segmentGroup(readSegment(segment, wanted), keyed, scope))
}

/** Conversation by conversation, so that what was said one after the other in one of them stays neighbours. */
function waitingGroup(newestFirst: readonly WaitingMessage[], clues: readonly ClueKeys[]): CluedGroup {
  const waiting = newestFirst.toSorted((a, b) => compare(a.conversation, b.conversation) || a.no - b.no)
  const ordinalsWith = (isWanted: (keys: ReadonlySet<number>) => boolean) =>
    waiting.flatMap(({ keys }, ordinal) => (isWanted(keys) ? [ordinal] : []))
  return {
    members: () => ({ numbers: waiting.map(({ no }) => no), sizes: waiting.map(({ keys }) => keys.size) }),
    having: clues.map(({ asAsked, forms }) => ({
      exact: ordinalsWith((keys) => hasAll(keys, asAsked)),
      formed: ordinalsWith((keys) => !hasAll(keys, asAsked) && forms.some((form) => hasAll(keys, form))),
    })),
    inScope: [...waiting.keys()],
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function hasAll(keys: ReadonlySet<number>, wanted: readonly number[]): boolean {
  return wanted.every((key) => keys.has(key))
}

function segmentGroup(
  { having, count, members }: SegmentContent,
  clues: readonly ClueKeys[],
  scope: readonly number[],
): CluedGroup {
  const inScope = scope.map((key) => having.get(key))
  const ordinals = scope.length === 0 ? Array.from({ length: count }, (_, i) => i) : ordinalsOf(inAll(inScope))
  return {
    members,
    having: clues.map(({ asAsked, forms }) => {
      const exact = inAny(maskOf(asAsked, having, inScope))
      const formed = inAny(forms.flatMap((form) => maskOf(form, having, inScope)))
      return { exact: ordinalsOf(exact), formed: ordinalsOf(without(formed, exact)) }
    }),
    inScope: ordinals,
  }
}

/** Nothing when the segment lacks one of the keys, as it does with most. */
function maskOf(
  keys: readonly number[],
  having: ReadonlyMap<number, Mask>,
  inScope: readonly (Mask | undefined)[],
): readonly Mask[] {
  return keys.every((key) => having.has(key)) ? [inAll([...keys.map((key) => having.get(key)), ...inScope])] : []
}
