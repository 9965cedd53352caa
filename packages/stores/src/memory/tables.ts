import { createHash } from 'node:crypto'
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

/** What is written of a conversation; the rest is counted. */
export type ConversationRow = Omit<Conversation, 'sessions' | 'messages'>

/** A message as text, so that neither its sender nor its readers can change it. */
export interface MessageRow {
  readonly json: string
  readonly hash: string
  /** The conversation that it goes with when that is removed: its own, or one that was loaded without its parent. */
  readonly keeper: ConversationId
  readonly index?: number
  /** For originals only. Most are never searched, so words are counted when they first are. */
  readonly words?: () => Words
}

/** What search looks into, and the terms it looks for, each with how often it occurs. */
export interface Words {
  readonly text: string
  readonly terms: ReadonlyMap<string, number>
}

export interface SessionRow {
  readonly session: Omit<Session, 'nextSeq'>
  readonly entries: readonly EntryId[]
}

/** All rows. Rows are replaced, never changed; calls check everything before they write the first one. */
export interface Tables {
  readonly conversations: Map<ConversationId, ConversationRow>
  readonly sessions: Map<SessionId, SessionRow>
  readonly messages: Map<EntryId, MessageRow>
  /** The originals of each conversation, by index. */
  readonly originals: Map<ConversationId, readonly EntryId[]>
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

export function toRow(stored: StoredMessage, keeper = stored.conversation): MessageRow {
  const json = JSON.stringify(stored)
  const row = { json, hash: hashOf(json), keeper }
  if (stored.index === undefined) return row
  return { ...row, index: stored.index, words: wordsOf(json) }
}

function wordsOf(json: string): () => Words {
  let words: Words | undefined
  return () => {
    if (words === undefined) {
      const text = searchText((JSON.parse(json) as StoredMessage).message)
      words = { text, terms: countTerms(text) }
    }
    return words
  }
}

export function hashOf(json: string): string {
  return createHash('sha256').update(json).digest('hex')
}

export function readMessage(tables: Tables, id: EntryId): StoredMessage | undefined {
  const row = tables.messages.get(id)
  return row === undefined ? undefined : (JSON.parse(row.json) as StoredMessage)
}

export function readSession({ session, entries }: SessionRow): Session {
  return { ...session, nextSeq: entries.length }
}

export function readConversation(tables: Tables, id: ConversationId): Conversation | undefined {
  const row = tables.conversations.get(id)
  if (row === undefined) return undefined
  const sessions = sessionsOf(tables, id).filter(({ session }) => session.endReason !== 'undone').length
  return { ...row, sessions, messages: tables.originals.get(id)?.length ?? 0 }
}

export function sessionsOf(tables: Tables, conversation: ConversationId): readonly SessionRow[] {
  return [...tables.sessions.values()].filter(({ session }) => session.conversation === conversation)
}

export function needSession(tables: Tables, id: SessionId): SessionRow {
  const row = tables.sessions.get(id)
  if (row === undefined) throw new Failure('store/not-found', `There is no session ${id}.`, { what: 'session', id })
  return row
}

export function needConversation(tables: Tables, id: ConversationId): ConversationRow {
  const row = tables.conversations.get(id)
  if (row !== undefined) return row
  throw new Failure('store/not-found', `There is no conversation ${id}.`, { what: 'conversation', id })
}

/** Something happened in a conversation: it is listed again, and before those where nothing did. */
export function touch(
  tables: Tables,
  id: ConversationId,
  change: { readonly at: number; readonly tip?: SessionId },
): void {
  const { archivedAt: _, ...row } = needConversation(tables, id)
  const updatedAt = Math.max(row.updatedAt, change.at)
  tables.conversations.set(id, { ...row, updatedAt, tip: change.tip ?? row.tip })
}

export function addVersion(
  versions: Map<ConversationId, readonly Version[]>,
  conversation: ConversationId,
  version: Version,
): void {
  versions.set(conversation, [...(versions.get(conversation) ?? []), copy(version)])
}

export function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

/** Our records are JSON by construction; only their types do not say so. */
export function asJson(value: object): Json {
  return copy(value) as Json
}

export function invalid(reason: string): Failure<'store/invalid'> {
  return new Failure('store/invalid', reason, { reason })
}

export function conflict(row: SessionRow, expectedSeq?: number): Failure<'store/conflict'> {
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
