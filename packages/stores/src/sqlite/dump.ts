import type { Conversation, ConversationId, Json, JsonObject, StoredMessage } from '@palimpsest/core'
import type { Connection } from './connection.ts'
import { findConversation, needConversationKey, sessionsWhere } from './find.ts'
import { unpackId } from './pack-id.ts'
import { versions } from './read.ts'
import { entryTables, messageColumns, messageTables, readMessage, type SessionRow } from './rows.ts'

export const dumpFormat = 'palimpsest-conversation'
export const dumpVersion = 1

/** A conversation as of one moment, but for its own messages: they never change, so they can be read later in pages. */
export interface DumpFrame {
  readonly before: readonly Json[]
  readonly after: readonly Json[]
  readonly lastKey: number
}

/** Lines of a page of messages, and the key to go on after; none at the end. */
export interface DumpPage {
  readonly lines: readonly Json[]
  readonly next?: number
}

/** Which messages of a dump come next. */
export interface DumpCursor {
  readonly conversation: ConversationId
  readonly after: number
  readonly lastKey: number
}

/** Enough to be quick, few enough not to hold up other calls. */
const pageMessages = 200

export function dumpFrame(db: Connection, id: ConversationId): DumpFrame {
  return db.read(() => {
    const key = needConversationKey(db, id)
    const sessions = sessionsWhere(db, 's.conversation = ? ORDER BY s.key', key)
    const last = db.get('SELECT coalesce(max(key), 0) AS last FROM message WHERE conversation = ?', key)
    const header = { format: dumpFormat, version: dumpVersion, conversation: asJson(findConversation(db, id)) }
    return {
      before: [
        header,
        ...sessions.map(({ session }) => ({ kind: 'session', session: asJson(session) })),
        ...foreignMessages(db, key).map(messageLine),
      ],
      after: [
        ...sessions.map((row) => listLine(db, row)),
        ...versions(db, 'receipt', id).map((version) => ({ kind: 'receipt', ...version })),
        ...versions(db, 'ledger', id).map((version) => ({ kind: 'ledger', ...version })),
      ],
      lastKey: Number(last?.last),
    }
  })
}

export function dumpPage(db: Connection, { conversation, after, lastKey }: DumpCursor): DumpPage {
  return db.read(() => {
    const rows = db.all(
      `SELECT ${messageColumns} FROM ${messageTables}
         WHERE m.conversation = ? AND m.key > ? AND m.key <= ? AND m.origin IS NULL ORDER BY m.key LIMIT ?`,
      needConversationKey(db, conversation),
      after,
      lastKey,
      pageMessages,
    )
    const lines = rows.map((row) => messageLine(readMessage(row)))
    return rows.length < pageMessages ? { lines } : { lines, next: Number(rows.at(-1)?.key) }
  })
}

/** All lines at once: to compare a conversation with one that is being loaded. */
export function dumpLines(db: Connection, conversation: Conversation): readonly Json[] {
  const { before, after, lastKey } = dumpFrame(db, conversation.id)
  const messages: Json[] = []
  for (let next: number | undefined = 0; next !== undefined; ) {
    const page: DumpPage = dumpPage(db, { conversation: conversation.id, after: next, lastKey })
    messages.push(...page.lines)
    next = page.next
  }
  return [...before, ...messages, ...after]
}

/** Messages of other conversations that this one shows. */
function foreignMessages(db: Connection, key: number): readonly StoredMessage[] {
  const rows = db.all(
    `SELECT ${messageColumns} FROM ${entryTables} JOIN session shown ON shown.key = e.session
       WHERE shown.conversation = ? AND (m.conversation <> ? OR m.origin IS NOT NULL) GROUP BY m.key ORDER BY m.key`,
    key,
    key,
  )
  return rows.map(readMessage)
}

function messageLine(stored: StoredMessage): Json {
  return { kind: 'message', message: asJson(stored) }
}

function listLine(db: Connection, { key, session }: SessionRow): Json {
  const rows = db.all(
    'SELECT m.id FROM entry e JOIN message m ON m.key = e.message WHERE e.session = ? ORDER BY e.seq',
    key,
  )
  return { kind: 'list', session: session.id, entries: rows.map(({ id }) => unpackId(id)) }
}

/** Our records are JSON by construction; only their types do not say so. */
function asJson(value: object | undefined): JsonObject {
  return value as JsonObject
}
