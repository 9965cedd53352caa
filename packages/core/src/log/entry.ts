import type { Message } from '../message/message.ts'
import type { BilledUsage } from '../tokens/usage.ts'

declare const brand: unique symbol

/** Names an entry for good. Minted by whoever appends it, never derived from what it says. */
export type EntryId = string & { readonly [brand]: 'EntryId' }

export function entryId(text: string): EntryId {
  return text as EntryId
}

interface Line {
  /** Its place in the log: 0, 1, 2 … without gaps. */
  readonly seq: number
  readonly id: EntryId
}

/** Something was said. */
export interface MessageEntry extends Line {
  readonly kind: 'message'
  readonly message: Message
  /** What the call that wrote it took. */
  readonly usage?: BilledUsage
}

/** In the view, what stands for the entries `from` to `to` is shown as these messages. The entries stay. */
export interface PatchEntry extends Line {
  readonly kind: 'patch'
  readonly from: number
  readonly to: number
  readonly messages: readonly Message[]
}

/** The patch with this `seq` no longer counts. */
export interface UndoEntry extends Line {
  readonly kind: 'undo'
  readonly patch: number
}

/** One line of a session. */
export type Entry = MessageEntry | PatchEntry | UndoEntry

/** A session: entries are only ever added. */
export type Log = readonly Entry[]
