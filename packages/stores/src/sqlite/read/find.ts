import type { Conversation, ConversationId, SessionId } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import type { SqlValue } from '../connection/driver.ts'
import { notFoundInSqlite } from '../connection/refuse.ts'
import { packSqliteId } from '../schema/pack-id.ts'
import {
  conversationColumns,
  conversationOfSqliteRow,
  conversationTables,
  type SqliteSessionRow,
  sessionColumns,
  sessionOfSqliteRow,
  sessionTables,
} from '../schema/rows.ts'

export function findSessionInSqlite(db: Connection, id: SessionId): SqliteSessionRow | undefined {
  const row = db.get(`SELECT ${sessionColumns} FROM ${sessionTables} WHERE s.id = ?`, packSqliteId(id))
  return row && sessionOfSqliteRow(row)
}

export function needSessionInSqlite(db: Connection, id: SessionId): SqliteSessionRow {
  const found = findSessionInSqlite(db, id)
  if (found === undefined) throw notFoundInSqlite('session', id)
  return found
}

export function sessionByKey(db: Connection, key: number): SqliteSessionRow {
  const row = db.get(`SELECT ${sessionColumns} FROM ${sessionTables} WHERE s.key = ?`, key)
  if (row === undefined) throw notFoundInSqlite('session', String(key))
  return sessionOfSqliteRow(row)
}

export function sessionsWhere(
  db: Connection,
  condition: string,
  ...values: readonly SqlValue[]
): readonly SqliteSessionRow[] {
  return db.all(`SELECT ${sessionColumns} FROM ${sessionTables} WHERE ${condition}`, ...values).map(sessionOfSqliteRow)
}

export function findConversationInSqlite(db: Connection, id: ConversationId): Conversation | undefined {
  const row = db.get(`SELECT ${conversationColumns} FROM ${conversationTables} WHERE c.id = ?`, packSqliteId(id))
  return row && conversationOfSqliteRow(row)
}

export function findConversationKey(db: Connection, id: ConversationId): number | undefined {
  const row = db.get('SELECT key FROM conversation WHERE id = ?', packSqliteId(id))
  return row && Number(row.key)
}

export function needConversationKey(db: Connection, id: ConversationId): number {
  const key = findConversationKey(db, id)
  if (key === undefined) throw notFoundInSqlite('conversation', id)
  return key
}
