import {
  type Conversation,
  type ConversationId,
  type EntryId,
  Failure,
  indexTerms,
  type Json,
  type Session,
  type SessionId,
  type StoredMessage,
  searchText,
  type Version,
} from '@palimpsest/core/store'

/** The stored part of a conversation; the rest is counted. */
export type MemoryConversationRow = Omit<Conversation, 'sessions' | 'messages'>

/** A message as it was written: a copy that neither its sender nor its readers can change. */
export interface MemoryMessageRow {
  readonly stored: StoredMessage
  /** The conversation that it goes with when that is removed: its own, or one that was loaded without its parent. */
  readonly keeper: ConversationId
  readonly index?: number
  /** For originals only. Most are never searched, so words are counted when they first are. */
  readonly words?: () => MessageWords
}

/** The text that search looks into, and the terms it looks for, each with its count. */
export interface MessageWords {
  readonly text: string
  readonly terms: ReadonlyMap<string, number>
}

export interface MemorySessionRow {
  readonly session: Omit<Session, 'nextSeq'>
  /** Of this row and those that replace it, and shown to nobody: it only grows. */
  readonly entries: EntryId[]
}

/** All rows. Rows are replaced, and lists of ids only grow; calls check everything before they write the first one. */
export interface Tables {
  readonly conversations: Map<ConversationId, MemoryConversationRow>
  readonly sessions: Map<SessionId, MemorySessionRow>
  readonly messages: Map<EntryId, MemoryMessageRow>
  /** The originals of each conversation, by index. */
  readonly originals: Map<ConversationId, EntryId[]>
  readonly receipts: Map<ConversationId, readonly Version[]>
  readonly ledgers: Map<ConversationId, readonly Version[]>
  readonly state: Map<string, Map<string, string>>
  readonly leases: Map<string, { readonly holder: string; readonly until: number }>
}

export function createTables(): Tables {
  return {
    conversations: new Map(),
    sessions: new Map(),
    messages: new Map(),
    originals: new Map(),
    receipts: new Map(),
    ledgers: new Map(),
    state: new Map(),
    leases: new Map(),
  }
}

/** Messages frozen here: each is what was written exactly as long as it is the same object. */
const written = new WeakSet<StoredMessage>()

export function isUnchangedRow({ stored }: MemoryMessageRow): boolean {
  return written.has(stored)
}

export function toRow(message: StoredMessage, keeper = message.conversation): MemoryMessageRow {
  const stored = frozenCopy(message)
  written.add(stored)
  if (stored.index === undefined) return { stored, keeper }
  return { stored, keeper, index: stored.index, words: wordsOf(stored) }
}

function wordsOf({ message }: StoredMessage): () => MessageWords {
  let words: MessageWords | undefined
  return () => {
    if (words === undefined) {
      const text = searchText(message)
      words = { text, terms: countTerms(text) }
    }
    return words
  }
}

export function findMessageInMemory(tables: Tables, id: EntryId): StoredMessage | undefined {
  return tables.messages.get(id)?.stored
}

export function sessionOfMemoryRow({ session, entries }: MemorySessionRow): Session {
  return { ...session, nextSeq: entries.length }
}

export function findConversationInMemory(tables: Tables, id: ConversationId): Conversation | undefined {
  const row = tables.conversations.get(id)
  if (row === undefined) return undefined
  const sessions = sessionsOf(tables, id).filter(({ session }) => session.endReason !== 'undone').length
  return { ...row, sessions, messages: tables.originals.get(id)?.length ?? 0 }
}

export function sessionsOf(tables: Tables, conversation: ConversationId): readonly MemorySessionRow[] {
  return [...tables.sessions.values()].filter(({ session }) => session.conversation === conversation)
}

export function needSessionInMemory(tables: Tables, id: SessionId): MemorySessionRow {
  const row = tables.sessions.get(id)
  if (row === undefined) throw new Failure('store/not-found', `There is no session ${id}.`, { what: 'session', id })
  return row
}

export function needConversationInMemory(tables: Tables, id: ConversationId): MemoryConversationRow {
  const row = tables.conversations.get(id)
  if (row !== undefined) return row
  throw new Failure('store/not-found', `There is no conversation ${id}.`, { what: 'conversation', id })
}

/** Something happened in a conversation: it is listed again, and before those where nothing did. */
export function touchInMemory(
  tables: Tables,
  id: ConversationId,
  change: { readonly at: number; readonly tip?: SessionId },
): void {
  const row = needConversationInMemory(tables, id)
  const updatedAt = Math.max(row.updatedAt, change.at)
  const touched = { ...row, updatedAt, tip: change.tip ?? row.tip }
  if (touched.archivedAt !== undefined) delete touched.archivedAt
  tables.conversations.set(id, touched)
}

export function addVersion(
  versions: Map<ConversationId, readonly Version[]>,
  conversation: ConversationId,
  version: Version,
): void {
  versions.set(conversation, [...(versions.get(conversation) ?? []), frozenCopy(version)])
}

/** Returns what JSON would give back, frozen. Texts are shared, so a long one costs nothing. */
export function frozenCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as T
  const fields = ownFields(value)
  for (const name of Object.keys(fields)) {
    const field = fields[name]
    if (field === undefined) delete fields[name]
    else if (typeof field === 'object') fields[name] = frozenCopy(field)
  }
  return Object.freeze(fields) as T
}

/** Engines freeze what was assigned far faster than what was spread, but to assign a field named `__proto__` makes none. */
function ownFields(value: object): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  return Object.hasOwn(value, '__proto__') ? { ...value } : Object.assign(fields, value)
}

export function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

/** Our records are JSON by construction; only their types do not say so. */
export function asJson(value: object): Json {
  return copy(value) as Json
}

export function conflictInMemory(row: MemorySessionRow, expectedSeq?: number): Failure<'store/conflict'> {
  const { id, endReason } = row.session
  const nextSeq = row.entries.length
  const why = endReason === undefined ? `ends at ${nextSeq}` : `ended (${endReason})`
  const detail = { session: id, nextSeq, ...(expectedSeq === undefined ? {} : { expectedSeq }) }
  return new Failure('store/conflict', `Session ${id} ${why}. Read the tip and decide anew.`, detail)
}

function countTerms(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const term of indexTerms(text)) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}
