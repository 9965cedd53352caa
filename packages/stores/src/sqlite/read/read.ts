import {
  type Conversation,
  type ConversationId,
  type EntryId,
  type EntryPage,
  entryId,
  type SessionId,
  type StoredMessage,
  type Version,
} from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import type { SqlRow } from '../connection/driver.ts'
import { originalRange } from '../schema/message-key.ts'
import { packSqliteId, unpackSqliteId } from '../schema/pack-id.ts'
import {
  conversationColumns,
  conversationOfSqliteRow,
  conversationTables,
  entryTables,
  messageColumns,
  messageOfSqliteRow,
  messageTables,
  updatedAt,
  versionOfSqliteRow,
} from '../schema/rows.ts'
import { messagesOfRuns, seqInRun } from '../schema/runs.ts'
import { needConversationKey, needSessionInSqlite } from './find.ts'

export function readConversationsInSqlite(
  db: Connection,
  page: EntryPage & { readonly archived?: boolean } = {},
): readonly Conversation[] {
  const condition = page.archived === true ? '1' : 'c.archived_at IS NULL'
  return db
    .all(
      `SELECT ${conversationColumns} FROM ${conversationTables} WHERE ${condition}
         ORDER BY ${updatedAt} DESC, c.key DESC LIMIT ? OFFSET ?`,
      page.limit ?? -1,
      page.from ?? 0,
    )
    .map(conversationOfSqliteRow)
}

export function readViewInSqlite(
  db: Connection,
  id: SessionId,
  { from = 0, limit }: EntryPage = {},
): readonly StoredMessage[] {
  return db.read(() => {
    const { key } = needSessionInSqlite(db, id)
    return db
      .all(
        `SELECT ${messageColumns} FROM ${entryTables}
           WHERE r.session = ? AND ${seqInRun} >= ? ORDER BY r.seq, m.key LIMIT ?`,
        key,
        from,
        limit ?? -1,
      )
      .map(messageOfSqliteRow)
  })
}

/** The ids of a session's list, in order. */
export function listedIds(db: Connection, sessionKey: number): readonly EntryId[] {
  const rows = db.all(`SELECT m.id FROM ${messagesOfRuns} WHERE r.session = ? ORDER BY r.seq, m.key`, sessionKey)
  return rows.map((row) => entryId(unpackSqliteId(row.id)))
}

export function findMessageInSqlite(db: Connection, id: EntryId): StoredMessage | undefined {
  const row = messageRow(db, id)
  return row && messageOfSqliteRow(row)
}

/** The row of a message, as `messageOfSqliteRow` takes it. */
export function messageRow(db: Connection, id: EntryId): SqlRow | undefined {
  return db.get(`SELECT ${messageColumns} FROM ${messageTables} WHERE m.id = ?`, packSqliteId(id))
}

export function readOriginalsInSqlite(
  db: Connection,
  id: ConversationId,
  { from = 0, limit }: EntryPage = {},
): readonly StoredMessage[] {
  return db.read(() => {
    const { first, end } = originalRange(needConversationKey(db, id))
    return db
      .all(
        `SELECT ${messageColumns} FROM ${messageTables} WHERE m.key >= ? AND m.key < ? ORDER BY m.key LIMIT ?`,
        first + from,
        end,
        limit ?? -1,
      )
      .map(messageOfSqliteRow)
  })
}

/** Receipts or ledgers of a conversation, newest last; all of them, or so many of the newest. */
export function readVersionsInSqlite(
  db: Connection,
  kind: 'receipt' | 'ledger',
  id: ConversationId,
  newest = -1,
): readonly Version[] {
  return db.read(() => {
    const key = needConversationKey(db, id)
    return db
      .all(
        `SELECT s.id AS session, v.at, v.value FROM version v JOIN session s ON s.key = v.session
           WHERE v.conversation = ? AND v.kind = ? ORDER BY v.key DESC LIMIT ?`,
        key,
        kind,
        newest,
      )
      .toReversed()
      .map((row) => versionOfSqliteRow(kind, row))
  })
}
