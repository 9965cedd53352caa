import { Failure } from '@palimpsest/core/store'
import { readRowNumber } from '../../reading.ts'
import { invalidRequest } from '../../refuse.ts'

/** The keys of a conversation's messages: the lower half is for originals, in order, the upper for all others. */
const room = 2 ** 24
const half = room / 2

/** Keys stay within what JavaScript counts exactly, so there is room for 268 million conversations. */
const maxConversations = 2 ** 28

/** The key of a conversation's row, out of the key of a message: SQL. */
export const conversationKeySql = (key: string) => `(${key} >> 24)`

/** SQL that is true when a message is an original, by its key. */
export const isOriginalSql = (key: string) => `(${key} & ${half}) = 0`

/** The place of an original, by its key: SQL. */
export const placeSql = (key: string) => `(${key} & ${half - 1})`

/** Keys from `first` up to but without `end`. */
export interface KeyRange {
  readonly first: number
  readonly end: number
}

/** The key of the conversation that holds a message. */
export function holderOf(key: number): number {
  return Math.floor(key / room)
}

export function messageRange(conversationKey: number): KeyRange {
  return { first: conversationKey * room, end: (conversationKey + 1) * room }
}

export function originalRange(conversationKey: number): KeyRange {
  return { first: conversationKey * room, end: conversationKey * room + half }
}

export function otherRange(conversationKey: number): KeyRange {
  return { first: conversationKey * room + half, end: (conversationKey + 1) * room }
}

export function originalKey(conversationKey: number, place: number): number {
  return conversationKey * room + place
}

/** Reads a row's number of originals; nobody should look for more than can be there. */
export function readPlace(value: unknown): number {
  const count = readRowNumber(value)
  if (Number.isInteger(count) && count >= 0 && count <= half) return count
  throw new TypeError(`${count} messages are counted, and 0 to ${half} can be there`)
}

/** Refuses originals that would not fit the keys of their conversation. */
export function refuseCrowd(originals: number): void {
  if (originals <= half) return
  throw invalidRequest(`A conversation holds up to ${half} messages, and this one is full. Begin a new one.`)
}

/** Refuses a conversation whose messages could have no keys. */
export function refuseCrowdedFile(conversationKey: number, path: string): void {
  if (conversationKey < maxConversations) return
  const message = `The session store ${path} has room for ${maxConversations} conversations. Begin another file.`
  throw new Failure('store/unavailable', message, { cause: 'full', retry: false })
}
