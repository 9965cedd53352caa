import {
  type Conversation,
  conversationId,
  type EndReason,
  type EntryId,
  entryId,
  type Json,
  type Session,
  type SessionKind,
  type StoredMessage,
  sessionId,
  type Usage,
  type Version,
} from '@palimpsest/core'
import type { SqlRow, SqlValue } from './driver.ts'
import { unpackId } from './pack-id.ts'
import { unpackMessage } from './pack-message.ts'

/** Columns of a session that `readSession` takes, with the ids behind its keys. */
export const sessionColumns = `s.key, s.id, s.conversation AS conversation_key, c.id AS conversation, s.kind,
  s.parent AS parent_key, s.parent_id AS parent, s.started_at, s.ended_at, s.end_reason,
  s.model, p.text AS system, s.born_with, s.next_seq, s.usage`
export const sessionTables =
  'session s JOIN conversation c ON c.key = s.conversation LEFT JOIN prompt p ON p.key = s.prompt'

/** Columns of a message that `readMessage` takes. */
export const messageColumns = `m.key, m.id, c.id AS conversation, s.id AS session, m.place, m.at, m.body, m.usage,
  m.stands_for, m.origin`
const messageJoins = 'JOIN conversation c ON c.key = m.conversation JOIN session s ON s.key = m.session'
export const messageTables = `message m ${messageJoins}`
/** The same, by way of a session's list. */
export const entryTables = `entry e JOIN message m ON m.key = e.message ${messageJoins}`

export const conversationColumns = `c.key, c.id, c.title, c.channel, c.created_at, c.updated_at, c.originals, c.archived_at,
  t.id AS tip, (SELECT count(*) FROM session s WHERE s.conversation = c.key AND s.end_reason IS NOT 'undone') AS sessions`
export const conversationTables = 'conversation c LEFT JOIN session t ON t.key = c.tip'

/** A session with the keys of its rows. */
export interface SessionRow {
  readonly key: number
  readonly conversationKey: number
  readonly parentKey?: number
  readonly session: Session
}

export function readSession(row: SqlRow): SessionRow {
  return {
    key: Number(row.key),
    conversationKey: Number(row.conversation_key),
    ...given('parentKey', row.parent_key, Number),
    session: {
      id: sessionId(unpackId(row.id)),
      conversation: conversationId(unpackId(row.conversation)),
      kind: String(row.kind) as SessionKind,
      ...given('parent', row.parent, (id) => sessionId(unpackId(id))),
      startedAt: Number(row.started_at),
      ...given('endedAt', row.ended_at, Number),
      ...given('endReason', row.end_reason, (reason) => String(reason) as EndReason),
      ...given('model', row.model, String),
      ...given('system', row.system, (text) => JSON.parse(String(text)) as string),
      bornWith: Number(row.born_with),
      nextSeq: Number(row.next_seq),
      usage: JSON.parse(String(row.usage)) as Usage,
    },
  }
}

export function readConversation(row: SqlRow): Conversation {
  return {
    id: conversationId(unpackId(row.id)),
    ...given('title', row.title, String),
    ...given('channel', row.channel, String),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    tip: sessionId(unpackId(row.tip)),
    sessions: Number(row.sessions),
    messages: Number(row.originals),
    ...given('archivedAt', row.archived_at, Number),
  }
}

/** Where a message was first said, when that conversation is in another store and only this message came along. */
export type MessageOrigin = Pick<StoredMessage, 'conversation' | 'session' | 'index'>

export function readMessage(row: SqlRow): StoredMessage {
  return {
    id: entryId(unpackId(row.id)),
    conversation: conversationId(unpackId(row.conversation)),
    session: sessionId(unpackId(row.session)),
    ...given('index', row.place, Number),
    at: Number(row.at),
    message: unpackMessage(row.body),
    ...given('usage', row.usage, (usage) => JSON.parse(String(usage)) as Usage),
    ...given('standsFor', row.stands_for, (ids) => JSON.parse(String(ids)) as EntryId[]),
    ...(row.origin === null ? {} : (JSON.parse(String(row.origin)) as MessageOrigin)),
  }
}

export function readVersion(row: SqlRow): Version {
  return {
    session: sessionId(unpackId(row.session)),
    at: Number(row.at),
    value: JSON.parse(String(row.value)) as Json,
  }
}

/** The field when the column holds something: an absent field is not an undefined one. */
function given<Key extends string, T>(
  key: Key,
  value: SqlValue | undefined,
  read: (value: SqlValue) => T,
): { readonly [K in Key]?: T } {
  return value === null || value === undefined ? {} : ({ [key]: read(value) } as { readonly [K in Key]?: T })
}
