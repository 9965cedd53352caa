import type {
  Conversation,
  ConversationId,
  EntryId,
  Page,
  SessionId,
  StoredMessage,
  Version,
} from '@palimpsest/core/store'
import type { Database } from './database.ts'
import { needConversation, needSession } from './find.ts'
import { packId } from './pack-id.ts'
import {
  type ConversationRow,
  conversationColumns,
  conversationOf,
  entrySeq,
  listedMessages,
  type MessageRow,
  messageColumns,
  messageTables,
  type Raw,
  storedOf,
  type VersionRow,
  versionOf,
} from './rows.ts'

export async function conversation(database: Database, id: ConversationId): Promise<Conversation | undefined> {
  const [row] = await database.run<Raw<ConversationRow, 'id' | 'tip'>>(
    `SELECT ${conversationColumns} FROM @conversations c WHERE c.id = $1`,
    [packId(id)],
  )
  return row === undefined ? undefined : conversationOf(row)
}

/** Newest activity first; archived ones only when asked for. */
export async function conversations(
  database: Database,
  { from = 0, limit, archived = false }: Page & { readonly archived?: boolean } = {},
): Promise<readonly Conversation[]> {
  const rows = await database.run<Raw<ConversationRow, 'id' | 'tip'>>(
    `SELECT ${conversationColumns} FROM @conversations c WHERE $1 OR c.archived_at IS NULL
      ORDER BY c.updated_at DESC, c.no DESC OFFSET $2 LIMIT $3`,
    [archived, from, limit ?? null],
  )
  return rows.map(conversationOf)
}

/** What a session shows, in order. */
export async function view(
  database: Database,
  id: SessionId,
  { from = 0, limit }: Page = {},
): Promise<readonly StoredMessage[]> {
  const rows = await database.run<MessageRow>(
    `SELECT ${messageColumns} FROM ${listedMessages} JOIN @origins o ON o.no = m.origin
      WHERE p.session = (SELECT no FROM @sessions WHERE id = $1) AND p.seq + p.count > $2 AND ${entrySeq} >= $2
      ORDER BY p.seq, m.no LIMIT $3`,
    [packId(id), from, limit ?? null],
  )
  if (rows.length === 0) await needSession(database.run, id)
  return rows.map((row) => storedOf(row))
}

export async function message(database: Database, id: EntryId): Promise<StoredMessage | undefined> {
  const [row] = await database.run<MessageRow>(`SELECT ${messageColumns} FROM ${messageTables} WHERE m.id = $1`, [
    packId(id),
  ])
  return row === undefined ? undefined : storedOf(row)
}

/** What was said in a conversation, in order. */
export async function originals(
  database: Database,
  id: ConversationId,
  { from = 0, limit }: Page = {},
): Promise<readonly StoredMessage[]> {
  const rows = await database.run<MessageRow>(
    `SELECT ${messageColumns} FROM ${messageTables}
      WHERE o.conversation = $1 AND m.place >= $2 ORDER BY m.place LIMIT $3`,
    [packId(id), from, limit ?? null],
  )
  if (rows.length === 0) await needConversation(database.run, id)
  return rows.map((row) => storedOf(row))
}

/** Receipts or ledgers, newest last. */
export async function versions(
  database: Database,
  id: ConversationId,
  kind: 'receipt' | 'ledger',
): Promise<readonly Version[]> {
  const rows = await database.run<VersionRow>(
    'SELECT session, at, value FROM @versions WHERE conversation = $1 AND kind = $2 ORDER BY no',
    [packId(id), kind],
  )
  if (rows.length === 0) await needConversation(database.run, id)
  return rows.map(versionOf)
}
