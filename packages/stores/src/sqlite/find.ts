import type { Conversation, ConversationId, SessionId } from '@palimpsest/core/store'
import type { Connection } from './connection.ts'
import type { SqlValue } from './driver.ts'
import { packId } from './pack-id.ts'
import { notFound } from './refuse.ts'
import {
  conversationColumns,
  conversationTables,
  readConversation,
  readSession,
  type SessionRow,
  sessionColumns,
  sessionTables,
} from './rows.ts'

export function findSession(db: Connection, id: SessionId): SessionRow | undefined {
  const row = db.get(`SELECT ${sessionColumns} FROM ${sessionTables} WHERE s.id = ?`, packId(id))
  return row && readSession(row)
}

export function needSession(db: Connection, id: SessionId): SessionRow {
  const found = findSession(db, id)
  if (found === undefined) throw notFound('session', id)
  return found
}

export function sessionByKey(db: Connection, key: number): SessionRow {
  const row = db.get(`SELECT ${sessionColumns} FROM ${sessionTables} WHERE s.key = ?`, key)
  if (row === undefined) throw notFound('session', String(key))
  return readSession(row)
}

export function sessionsWhere(
  db: Connection,
  condition: string,
  ...values: readonly SqlValue[]
): readonly SessionRow[] {
  return db.all(`SELECT ${sessionColumns} FROM ${sessionTables} WHERE ${condition}`, ...values).map(readSession)
}

export function findConversation(db: Connection, id: ConversationId): Conversation | undefined {
  const row = db.get(`SELECT ${conversationColumns} FROM ${conversationTables} WHERE c.id = ?`, packId(id))
  return row && readConversation(row)
}

export function findConversationKey(db: Connection, id: ConversationId): number | undefined {
  const row = db.get('SELECT key FROM conversation WHERE id = ?', packId(id))
  return row && Number(row.key)
}

export function needConversationKey(db: Connection, id: ConversationId): number {
  const key = findConversationKey(db, id)
  if (key === undefined) throw notFound('conversation', id)
  return key
}

/** Something was said in it: there is something to be indexed, and it comes out of the archive. */
export function wake(db: Connection, conversationKey: number): void {
  db.run('UPDATE conversation SET waiting = 1, archived_at = NULL WHERE key = ?', conversationKey)
}

/** Someone changed it: it moves to the top of lists, and out of the archive. */
export function touch(db: Connection, conversationKey: number, at: number): void {
  db.run(
    'UPDATE conversation SET updated_at = max(updated_at, ?), archived_at = NULL WHERE key = ?',
    at,
    conversationKey,
  )
}
