import type { Conversation, ConversationId, EntryId, Page, SessionId, StoredMessage, Version } from '@palimpsest/core'
import type { Connection } from './connection.ts'
import { needConversationKey, needSession } from './find.ts'
import { packId } from './pack-id.ts'
import {
  conversationColumns,
  conversationTables,
  entryTables,
  messageColumns,
  messageTables,
  readConversation,
  readMessage,
  readVersion,
} from './rows.ts'

export function conversations(
  db: Connection,
  page: Page & { readonly archived?: boolean } = {},
): readonly Conversation[] {
  const condition = page.archived === true ? '1' : 'c.archived_at IS NULL'
  return db
    .all(
      `SELECT ${conversationColumns} FROM ${conversationTables} WHERE ${condition}
         ORDER BY c.updated_at DESC, c.key DESC LIMIT ? OFFSET ?`,
      page.limit ?? -1,
      page.from ?? 0,
    )
    .map(readConversation)
}

export function view(db: Connection, id: SessionId, { from = 0, limit }: Page = {}): readonly StoredMessage[] {
  return db.read(() => {
    const { key } = needSession(db, id)
    return db
      .all(
        `SELECT ${messageColumns} FROM ${entryTables}
           WHERE e.session = ? AND e.seq >= ? ORDER BY e.seq LIMIT ?`,
        key,
        from,
        limit ?? -1,
      )
      .map(readMessage)
  })
}

export function message(db: Connection, id: EntryId): StoredMessage | undefined {
  const row = db.get(`SELECT ${messageColumns} FROM ${messageTables} WHERE m.id = ?`, packId(id))
  return row && readMessage(row)
}

export function originals(
  db: Connection,
  id: ConversationId,
  { from = 0, limit }: Page = {},
): readonly StoredMessage[] {
  return db.read(() => {
    const key = needConversationKey(db, id)
    return db
      .all(
        `SELECT ${messageColumns} FROM ${messageTables}
           WHERE m.conversation = ? AND m.place >= ? ORDER BY m.place LIMIT ?`,
        key,
        from,
        limit ?? -1,
      )
      .map(readMessage)
  })
}

/** Receipts or ledgers of a conversation, newest last. */
export function versions(db: Connection, kind: 'receipt' | 'ledger', id: ConversationId): readonly Version[] {
  return db.read(() => {
    const key = needConversationKey(db, id)
    return db
      .all(
        `SELECT s.id AS session, v.at, v.value FROM version v JOIN session s ON s.key = v.session
           WHERE v.conversation = ? AND v.kind = ? ORDER BY v.key`,
        key,
        kind,
      )
      .map(readVersion)
  })
}
