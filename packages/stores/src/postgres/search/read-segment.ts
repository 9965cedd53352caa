import { integerArray } from '../connection/wire-array.ts'
import { bandCount, bandOf, bitmapBytes, firstOf, type IndexedMessage } from './index-segment.ts'
import { addToMask, emptyMask, type Mask, ordinalsOf } from './mask.ts'

/** A segment as it is read: some of its bands, one after the other. */
export interface SegmentRow {
  readonly newest: string
  readonly head: Buffer
  readonly bands: Buffer
}

/** The columns of a `SheetRow` for a statement; the parameter selects the bands, as `bandsFor` does. */
export const segmentColumns = (parameter: string) => `s.newest, s.head, (
  SELECT coalesce(string_agg(b.band, ''::bytea ORDER BY b.i), ''::bytea)
  FROM unnest(s.bands) WITH ORDINALITY AS b (band, i) WHERE b.i = ANY (${parameter}::integer[])
) AS bands`

/** The bands of a segment to read, and the keys wanted from them. */
export interface WantedKeys {
  readonly bands: readonly number[]
  has(key: number): boolean
}

export const allKeys: WantedKeys = { bands: Array.from({ length: bandCount }, (_, i) => i), has: () => true }

export function theseKeys(keys: Iterable<number>): WantedKeys {
  const wanted = new Set(keys)
  const bands = new Set([...wanted].map(bandOf))
  return { bands: [...bands].toSorted((a, b) => a - b), has: (key) => wanted.has(key) }
}

/** The server counts from 1. */
export function bandsFor({ bands }: WantedKeys): Buffer {
  return integerArray(bands.map((band) => band + 1))
}

/** The content of a segment; messages are identified by their place in it. */
export interface SegmentContent {
  /** For each wanted key that the segment has, the messages that have it. */
  readonly having: ReadonlyMap<number, Mask>
  /** Number of messages it holds. */
  readonly count: number
  /** Which ones these are; most segments turn out to hold nothing of interest, so it is read when asked for. */
  readonly members: () => Members
}

/** The messages of a segment, in order. */
export interface Members {
  readonly numbers: readonly number[]
  /** Number of keys that each has. */
  readonly sizes: readonly number[]
}

/** Reads a segment of which the wanted bands were read. */
export function readSegment({ head, bands }: Pick<SegmentRow, 'head' | 'bands'>, wanted: WantedKeys): SegmentContent {
  const cursor = { bytes: bands, at: 0 }
  const having = new Map<number, Mask>()
  for (const band of wanted.bands) {
    let key = firstOf(band)
    for (let left = nextNumber(cursor); left > 0 && cursor.at < bands.length; left--) {
      key += nextNumber(cursor)
      const start = cursor.at
      const count = bands[start] ?? 0
      cursor.at = start + 1 + (count === 0 ? bitmapBytes : count)
      if (wanted.has(key | 0)) having.set(key | 0, maskAt(bands, start))
    }
  }
  return { having, count: nextNumber({ bytes: head, at: 0 }), members: () => readHead(head) }
}

function readHead(head: Buffer): Members {
  const cursor = { bytes: head, at: 0 }
  const numbers: number[] = []
  const sizes: number[] = []
  let before = 0
  for (let left = nextNumber(cursor); left > 0 && cursor.at < head.length; left--) {
    before += nextNumber(cursor)
    numbers.push(before)
    sizes.push(nextNumber(cursor))
  }
  return { numbers, sizes }
}

/** Returns the messages that a segment was made of, all bands being read. */
export function unpackSegment(segment: Pick<SegmentRow, 'head' | 'bands'>): readonly IndexedMessage[] {
  const { having, members } = readSegment(segment, allKeys)
  const { numbers } = members()
  const keys = numbers.map(() => new Set<number>())
  for (const [key, mask] of having) for (const ordinal of ordinalsOf(mask)) keys[ordinal]?.add(key)
  return numbers.map((no, ordinal) => ({ no, keys: keys[ordinal] ?? new Set() }))
}

interface Cursor {
  readonly bytes: Buffer
  at: number
}

function nextNumber(cursor: Cursor): number {
  const { bytes } = cursor
  let value = 0
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[cursor.at++] ?? 0
    value += (byte & 127) * scale
    if (byte < 128) return value
  }
}

function maskAt(bytes: Buffer, start: number): Mask {
  const mask = emptyMask()
  const count = bytes[start] ?? 0
  for (let i = 1; i <= count; i++) addToMask(mask, bytes[start + i] ?? 0)
  if (count > 0) return mask
  for (let i = 0; i < bitmapBytes; i++) {
    mask[i >> 2] = (mask[i >> 2] ?? 0) | ((bytes[start + 1 + i] ?? 0) << ((i & 3) * 8))
  }
  return mask
}
