import type { JsonObject } from '../json.ts'
import type { EntryId } from '../log/entry.ts'
import type { ConversationId, Instant } from './session.ts'

/** A message that came from outside, to be made durable before it is acknowledged. */
export interface NewArrival {
  /** The id of the entry that it will be in the log. A repeat of the source gets the first one back. */
  readonly entry: EntryId
  readonly conversation: ConversationId
  /**
   * Names the message, e.g. `telegram:42:1001`: what comes again under it is the same message, as long as it waits and for
   * `keptSourceDays` after it was handled. Its body is kept only until then.
   */
  readonly source: string
  /** What came, as its channel reads it; the store does not look into it. */
  readonly body: JsonObject
  readonly at: Instant
}

/** An arrival in the inbox. */
export interface Arrival extends NewArrival {
  /** Its place among all arrivals; those of one conversation are handled in this order. */
  readonly no: number
  /** How often it was handed out, this time included. */
  readonly tries: number
}

/** The answer to a put. */
export interface PutArrival {
  readonly entry: EntryId
  /** False when the source was there already. */
  readonly isNew: boolean
}

/**
 * The right to work on one conversation. Each change of hands raises the epoch, and a store that is fenced by an older
 * epoch refuses to write: a process that was stopped for longer than its lease cannot do harm when it wakes up.
 */
export interface Lane {
  readonly conversation: ConversationId
  readonly holder: string
  readonly epoch: number
}

/** The arrivals that wait, and since when. */
export interface Backlog {
  readonly waiting: number
  readonly oldestAt?: Instant
}

/**
 * Messages from outside, by conversation. What `put` acknowledged is durable and comes out once: in order within a
 * conversation, to one holder at a time. Leases last `ttlMs` by the clock of the store.
 */
export interface Inbox {
  /** Keeps arrivals, all or none; answers in their order. */
  put(arrivals: readonly NewArrival[]): Promise<readonly PutArrival[]>
  /** Takes up to so many lanes that have something to do and no holder, the one that waited longest first. */
  claim(holder: string, most: number, ttlMs: number): Promise<readonly Lane[]>
  /** Takes one lane, whether or not something waits in it; `undefined` while somebody else holds it. */
  take(conversation: ConversationId, holder: string, ttlMs: number): Promise<Lane | undefined>
  /** The oldest arrival that is not done. `undefined` when there is none, or when the lane was lost. */
  next(lane: Lane): Promise<Arrival | undefined>
  /** The arrival of a source, with its body, as long as it is not done. */
  waiting(source: string): Promise<Arrival | undefined>
  /** Marks an arrival as handled. False when the lane was lost: whoever holds it now handles the arrival. */
  done(lane: Lane, no: number): Promise<boolean>
  /** Gives a lane back. False when something arrived meanwhile, and the lane is still held; true also when it was lost. */
  release(lane: Lane): Promise<boolean>
  /** Gives a lane back although something waits in it, for others to take at once. */
  yield(lane: Lane): Promise<void>
  /** Renews every lane of a holder; answers with those it still holds. */
  renew(holder: string, ttlMs: number): Promise<readonly Lane[]>
  backlog(): Promise<Backlog>
  /** Calls back when something may have arrived, also from other processes where that is known. Only a hint. Returns how to stop. */
  watch(listener: () => void): () => void
}

/** Days for which the source of a handled arrival and the key of a delivered piece stay known: far longer than any platform repeats itself. */
export const keptSourceDays = 30
