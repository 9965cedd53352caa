/** Maximum number of messages in a segment: each is identified by one byte. */
export const maxSegmentMessages = 256
/** A key that more messages have than this is stored as a bit for each message of the segment. */
const mostListed = 32
export const bitmapBytes = maxSegmentMessages / 8
/** Keys whose first bits agree are kept together, so that a search need not read all of a segment. */
export const bandCount = 64
const bandBits = 26

/** A message by its number, and the keys under which it is found. */
export interface IndexedMessage {
  readonly no: number
  readonly keys: ReadonlySet<number>
}

/** Which messages have which keys: a part of the search index as it is stored. */
export interface IndexSegment {
  /** The greatest number of its messages; no two segments have one in common. */
  readonly newest: number
  readonly keys: readonly number[]
  /** The number of messages, then each in ascending order: distance from the one before, and number of keys. */
  readonly head: Buffer
  /** In each, how many keys, then each in ascending order: its distance from the one before and who has it. */
  readonly bands: readonly Buffer[]
}

/** Packs a segment. It is stored, so it must stay readable. */
export function packSegment(messages: readonly IndexedMessage[]): IndexSegment {
  const sorted = messages.toSorted((a, b) => a.no - b.no)
  const having = havingEach(sorted)
  const keys = Uint32Array.from(having.keys()).toSorted()
  const banded = Array.from({ length: bandCount }, (): number[] => [])
  for (const key of keys) banded[bandOf(key)]?.push(key)
  return {
    newest: sorted.at(-1)?.no ?? 0,
    keys: [...keys].map((key) => key | 0),
    head: packHead(sorted),
    bands: banded.map((band, i) => packBand(band, firstOf(i), having)),
  }
}

/** The band of a key, from 0. */
export function bandOf(key: number): number {
  return key >>> bandBits
}

/** The least key that a band may hold, as an unsigned number. */
export function firstOf(band: number): number {
  return band * 2 ** bandBits
}

/** For each key, unsigned, the messages that have it, by their place. */
function havingEach(messages: readonly IndexedMessage[]): ReadonlyMap<number, readonly number[]> {
  const having = new Map<number, number[]>()
  for (const [ordinal, { keys }] of messages.entries()) {
    for (const key of keys) {
      const ordinals = having.get(key >>> 0)
      if (ordinals === undefined) having.set(key >>> 0, [ordinal])
      else ordinals.push(ordinal)
    }
  }
  return having
}

function packHead(sorted: readonly IndexedMessage[]): Buffer {
  const bytes: number[] = []
  pushNumber(bytes, sorted.length)
  let before = 0
  for (const { no, keys } of sorted) {
    pushNumber(bytes, no - before)
    pushNumber(bytes, keys.size)
    before = no
  }
  return Buffer.from(bytes)
}

function packBand(keys: readonly number[], first: number, having: ReturnType<typeof havingEach>): Buffer {
  const bytes: number[] = []
  pushNumber(bytes, keys.length)
  let before = first
  for (const key of keys) {
    pushNumber(bytes, key - before)
    pushOrdinals(bytes, having.get(key) ?? [])
    before = key
  }
  return Buffer.from(bytes)
}

/** Seven bits in each byte, the lowest first; all but the last have the eighth. */
function pushNumber(bytes: number[], value: number): void {
  let left = value
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128)
  bytes.push(left)
}

/** A list with its length before it, or a bit for each message after a zero. */
function pushOrdinals(bytes: number[], ordinals: readonly number[]): void {
  if (ordinals.length <= mostListed) {
    bytes.push(ordinals.length, ...ordinals)
    return
  }
  const bitmap = new Uint8Array(bitmapBytes)
  for (const ordinal of ordinals) bitmap[ordinal >> 3] = (bitmap[ordinal >> 3] ?? 0) | (1 << (ordinal & 7))
  bytes.push(0, ...bitmap)
}
