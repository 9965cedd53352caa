import type {
  Conversation,
  ConversationId,
  EntryId,
  EntryPage,
  SessionId,
  StoredMessage,
  Version,
} from '@palimpsest/core/store'
import type { Database } from '../connection/database.ts'
import { packPostgresId } from '../schema/pack-id.ts'
import {
  conversationOfPostgresRow,
  countedConversationColumns,
  messageOfPostgresRow,
  messagesOfSpans,
  messagesWithOrigin,
  messageWithOriginColumns,
  type PostgresConversationRow,
  type PostgresMessageRow,
  type Raw,
  seqInSpan,
  type VersionRow,
  versionOfPostgresRow,
} from '../schema/rows.ts'
import { needConversationInPostgres, needSessionInPostgres } from './find.ts'

export async function findConversationInPostgres(
  database: Database,
  id: ConversationId,
): Promise<Conversation | undefined> {
  const [row] = await database.run<Raw<PostgresConversationRow, 'id' | 'tip'>>(
    `SELECT ${countedConversationColumns} FROM @conversations c WHERE c.id = $1`,
    [packPostgresId(id)],
  )
  return row === undefined ? undefined : conversationOfPostgresRow(row)
}

/** Newest activity first; archived ones only when asked for. */
export async function readConversationsInPostgres(
  database: Database,
  { from = 0, limit, archived = false }: EntryPage & { readonly archived?: boolean } = {},
): Promise<readonly Conversation[]> {
  const rows = await database.run<Raw<PostgresConversationRow, 'id' | 'tip'>>(
    `SELECT ${countedConversationColumns} FROM @conversations c WHERE $1 OR c.archived_at IS NULL
      ORDER BY c.updated_at DESC, c.no DESC OFFSET $2 LIMIT $3`,
    [archived, from, limit ?? null],
  )
  return rows.map(conversationOfPostgresRow)
}

/** Returns the messages that a session shows, in order. */
export async function readViewInPostgres(
  database: Database,
  id: SessionId,
  { from = 0, limit }: EntryPage = {},
): Promise<readonly StoredMessage[]> {
  const rows = await database.run<PostgresMessageRow>(
    `SELECT ${messageWithOriginColumns} FROM ${messagesOfSpans} JOIN @origins o ON o.no = m.origin
      WHERE p.session = (SELECT no FROM @sessions WHERE id = $1) AND p.seq + p.count > $2 AND ${seqInSpan} >= $2
      ORDER BY p.seq, m.no LIMIT $3`,
    [packPostgresId(id), from, limit ?? null],
  )
  if (rows.length === 0) await needSessionInPostgres(database.run, id)
  return rows.map((row) => messageOfPostgresRow(row))
}

export async function findMessageInPostgres(database: Database, id: EntryId): Promise<StoredMessage | undefined> {
  const [row] = await database.run<PostgresMessageRow>(
    `SELECT ${messageWithOriginColumns} FROM ${messagesWithOrigin} WHERE m.id = $1`,
    [packPostgresId(id)],
  )
  return row === undefined ? undefined : messageOfPostgresRow(row)
}

/** Returns what was said in a conversation, in order. */
export async function readOriginalsInPostgres(
  database: Database,
  id: ConversationId,
  { from = 0, limit }: EntryPage = {},
): Promise<readonly StoredMessage[]> {
  const rows = await database.run<PostgresMessageRow>(
    `SELECT ${messageWithOriginColumns} FROM ${messagesWithOrigin}
      WHERE o.conversation = $1 AND m.place >= $2 ORDER BY m.place LIMIT $3`,
    [packPostgresId(id), from, limit ?? null],
  )
  if (rows.length === 0) await needConversationInPostgres(database.run, id)
  return rows.map((row) => messageOfPostgresRow(row))
}

/** Receipts or ledgers, newest last; all of them, or so many of the newest. */
export async function readVersionsInPostgres(
  database: Database,
  id: ConversationId,
  kind: 'receipt' | 'ledger',
  newest?: number,
): Promise<readonly Version[]> {
  const rows = await database.run<VersionRow>(
    'SELECT session, at, value FROM @versions WHERE conversation = $1 AND kind = $2 ORDER BY no DESC LIMIT $3',
    [packPostgresId(id), kind, newest ?? null],
  )
  if (rows.length === 0) await needConversationInPostgres(database.run, id)
  return rows.toReversed().map(versionOfPostgresRow)
}
