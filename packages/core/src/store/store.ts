import type { Json } from '../json.ts'
import type { EntryId } from '../log/entry.ts'
import type { Message } from '../message/message.ts'
import type { BilledUsage } from '../tokens/usage.ts'
import type {
  Conversation,
  ConversationId,
  EndReason,
  Instant,
  Session,
  SessionId,
  SessionProgress,
} from './session.ts'

/** A session to be opened. Without a parent it is the root of a new conversation. */
export interface NewSession {
  readonly id: SessionId
  readonly conversation: ConversationId
  readonly at: Instant
  readonly title?: string
  readonly channel?: string
  readonly model?: string
  readonly system?: string
  /** A child that starts while its parent lives; it opens a conversation of its own. */
  readonly from?: {
    readonly kind: 'branch' | 'subagent'
    readonly parent: SessionId
    /** Entries it takes over, by reference. @default none */
    readonly view?: readonly EntryId[]
  }
}

/** Something said. The id is minted by the caller, once; sending it again changes nothing. */
export interface NewEntry {
  readonly id: EntryId
  readonly message: Message
  /** The usage of the call that wrote it; added to the session in the same step. */
  readonly usage?: BilledUsage
}

/** A message as it is kept: written once, and shown by every session that refers to it. */
export interface StoredMessage {
  readonly id: EntryId
  readonly conversation: ConversationId
  /** The session it was first written in. */
  readonly session: SessionId
  /** Its place among the originals of the conversation, from 0. Text that an engine made has none. */
  readonly index?: number
  readonly at: Instant
  readonly message: Message
  readonly usage?: BilledUsage
  /** For text that an engine made: the entries it represents. */
  readonly standsFor?: readonly EntryId[]
}

/** An item in the view of a continuation: an entry as it is, or a message made in place of entries. */
export type ViewItem =
  | { readonly kind: 'kept'; readonly id: EntryId }
  | {
      readonly kind: 'made'
      readonly id: EntryId
      readonly message: Message
      readonly standsFor: readonly EntryId[]
      /** The usage of the calls that wrote it; counted with the continuation. */
      readonly usage?: BilledUsage
    }

/** A compaction to be written. */
export interface Compaction {
  readonly session: SessionId
  /** The view was made of the entries before this one; those that came later follow it. */
  readonly basedOnSeq: number
  readonly continuation: SessionId
  readonly view: readonly ViewItem[]
  readonly at: Instant
  /** @default that of the session, as is the model */
  readonly system?: string
  readonly receipt?: Json
  readonly ledger?: Json
}

export interface EntryPage {
  /** @default 0 */
  readonly from?: number
  /** @default all */
  readonly limit?: number
}

export interface Query {
  /** Words, "quoted phrases", code, any script. */
  readonly text: string
  /** @default every conversation */
  readonly conversation?: ConversationId
  /** @default 20 */
  readonly limit?: number
}

export interface SearchHit {
  readonly id: EntryId
  readonly conversation: ConversationId
  readonly session: SessionId
  readonly role: Message['role']
  readonly index: number
  /** When it was said. */
  readonly at: Instant
  /** Higher is better; comparable within one result only. */
  readonly score: number
  readonly snippet: string
}

/** Originals only, each once, best first. Every cap is reported. */
export interface SearchResult {
  readonly hits: readonly SearchHit[]
  /** The number of messages in scope. */
  readonly searched: number
  /** There were more hits than the limit. */
  readonly capped: boolean
}

/** One thing wrong with a store. `derived` means that it can be rebuilt from what is sound. */
export interface StoreProblem {
  readonly code: string
  readonly where: string
  readonly detail: string
  readonly derived: boolean
}

/** A receipt or ledger of a conversation, newest last. */
export interface Version {
  /** The continuation that it came with. */
  readonly session: SessionId
  readonly at: Instant
  readonly value: Json
}

/**
 * The store of conversations. Every writing call is one transaction: all of it happens, or nothing.
 * Failures: `store/conflict` (someone was faster; read the tip and decide again), `store/not-found` (also for views,
 * dumps and searches of what does not exist), `store/invalid`, `store/unavailable` (busy, full, read-only or damaged;
 * says which).
 */
export interface SessionStore {
  /** Opens a session; opening the same one again returns it as it is. */
  begin(session: NewSession): Promise<Session>
  session(id: SessionId): Promise<Session | undefined>
  conversation(id: ConversationId): Promise<Conversation | undefined>
  /** Newest activity first. */
  conversations(page?: EntryPage & { readonly archived?: boolean }): Promise<readonly Conversation[]>

  /** Adds entries at the end. Refused when the session does not end at `expectedSeq`, unless these very entries are there. */
  append(session: SessionId, expectedSeq: number, entries: readonly NewEntry[], at: Instant): Promise<SessionProgress>
  /** The messages the model will see, in order: those the session was born with, and those said since. */
  view(session: SessionId, page?: EntryPage): Promise<readonly StoredMessage[]>
  message(id: EntryId): Promise<StoredMessage | undefined>
  /** All originals of a conversation, in the order they were said. */
  originals(conversation: ConversationId, page?: EntryPage): Promise<readonly StoredMessage[]>

  /** Ends the session and opens its continuation. Entries appended since `basedOnSeq` follow the new view. */
  compact(compaction: Compaction): Promise<Session>
  /** Takes a compaction back: the continuation ends as undone, its parent lives again with what was said since. */
  undo(continuation: SessionId, at: Instant): Promise<Session>
  close(session: SessionId, reason: EndReason, at: Instant): Promise<Session>
  /** The newest continuation of a session; the session itself where there is none. */
  compressionTip(session: SessionId): Promise<Session>
  /** From the root of the chain to its tip; undone continuations are left out. */
  lineage(session: SessionId): Promise<readonly Session[]>
  /** Branches and sub-agents that started from a session. */
  children(session: SessionId): Promise<readonly Session[]>

  receipts(conversation: ConversationId): Promise<readonly Version[]>
  /** All of them, or only so many of the newest: a ledger grows with its conversation, and so does their number. */
  ledgers(conversation: ConversationId, newest?: number): Promise<readonly Version[]>
  /**
   * Messages that have all words and "quoted phrases" of the query. Where these are fewer than asked for, those that have
   * the most telling of its words follow, or stand beside messages that have them, unless something is quoted: questions
   * have words that their answers have not. Beside a match of all words only those follow that have some themselves.
   */
  search(query: Query): Promise<SearchResult>

  /** Removes a conversation and all that hangs on it. Refused while another conversation shows its messages. */
  remove(conversation: ConversationId): Promise<void>
  /**
   * Removes a conversation in which nothing was said, unless a gateway knows it: what waits for it or is being done, the
   * events of a command, and the right to work on it stay. One step. Returns whether it is gone.
   */
  removeSilent(conversation: ConversationId): Promise<boolean>
  /** Hides conversations without activity since then from lists, until they are appended to; deletes nothing. Returns how many. */
  archive(idleSince: Instant, at: Instant): Promise<number>
  /** The conversation and its state, as lines that `load` reads back to an equal one, in this store or another. */
  dump(conversation: ConversationId): AsyncIterable<Json>
  load(lines: AsyncIterable<Json>): Promise<Conversation>

  readonly state: StateStore
  readonly leases: LeaseStore

  verify(): Promise<readonly StoreProblem[]>
  /** Rebuilds what is derived. Returns what is still wrong. */
  repair(): Promise<readonly StoreProblem[]>
  end(): Promise<void>
}

/**
 * Small durable facts under a scope: learned limits, cooldowns, breakers, calibration, anything an engine keeps.
 * A scope that is the id of a conversation belongs to it: it is dumped, loaded and removed with the conversation.
 * A scope that belongs to no conversation has a slash in its name, as no id has: a dump must not bring what it holds.
 */
export interface StateStore {
  get(scope: string, key: string): Promise<Json | undefined>
  set(scope: string, key: string, value: Json): Promise<void>
  remove(scope: string, key: string): Promise<void>
  all(scope: string): Promise<Readonly<Record<string, Json>>>
}

/** One holder at a time, across processes. A lease that is not renewed in time falls to the next who asks. */
export interface LeaseStore {
  /** True when the lease is now the holder's; asking again renews it. */
  take(name: string, holder: string, until: Instant, now: Instant): Promise<boolean>
  release(name: string, holder: string): Promise<void>
}
