import {
  type Conversation,
  type ConversationId,
  dumpSessionLine,
  headerLine,
  type Json,
  listLine,
  messageLine,
  type StoredMessage,
  stateLines,
  versionLine,
} from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import type { SqlRow } from '../connection/driver.ts'
import { notFoundInSqlite } from '../connection/refuse.ts'
import { messageRange, originalKey, otherRange } from '../schema/message-key.ts'
import { readExtra } from '../schema/read-extra.ts'
import { entryTables, messageColumns, messageOfSqliteRow, messageTables } from '../schema/rows.ts'
import { allState } from '../state/state.ts'
import { findConversationInSqlite, needConversationKey, sessionsWhere } from './find.ts'
import { listedIds, readVersionsInSqlite } from './read.ts'

/** A conversation as of one moment, but for its own messages: they never change, so they can be read later in pages. */
export interface DumpFrame {
  readonly before: readonly Json[]
  readonly after: readonly Json[]
  readonly messages: DumpCursor
}

/** Which messages of a dump come next: originals from a place on, and others after a key, up to where each ended. */
export interface DumpCursor {
  readonly conversation: ConversationId
  readonly place: number
  readonly originals: number
  readonly other: number
  readonly lastOther: number
}

/** Lines of a page of messages, and where to go on; nowhere at the end. */
export interface DumpPage {
  readonly lines: readonly Json[]
  readonly next?: DumpCursor
}

/** Enough to be quick, few enough not to hold up other calls. */
const pageMessages = 200

export function dumpFrame(db: Connection, id: ConversationId): DumpFrame {
  return db.read(() => {
    const conversation = findConversationInSqlite(db, id)
    if (conversation === undefined) throw notFoundInSqlite('conversation', id)
    const key = needConversationKey(db, id)
    const sessions = sessionsWhere(db, 's.conversation = ? ORDER BY s.key', key)
    const receipts = readVersionsInSqlite(db, 'receipt', id)
    const ledgers = readVersionsInSqlite(db, 'ledger', id)
    const states = stateLines(allState(db, id))
    const counts = { receipts: receipts.length, ledgers: ledgers.length, states: states.length }
    return {
      before: [
        headerLine(conversation, counts),
        ...sessions.map(({ session }) => dumpSessionLine(session)),
        ...foreignMessages(db, key).map(messageLine),
      ],
      after: [
        ...sessions.map((row) => listLine(row.session.id, listedIds(db, row.key))),
        ...receipts.map((version) => versionLine('receipt', version)),
        ...ledgers.map((version) => versionLine('ledger', version)),
        ...states,
      ],
      messages: firstMessages(db, conversation, key),
    }
  })
}

function firstMessages(db: Connection, { id, messages }: Conversation, key: number): DumpCursor {
  const { first, end } = otherRange(key)
  const last = db.get('SELECT max(key) AS key FROM message WHERE key >= ? AND key < ?', first, end)
  return { conversation: id, place: 0, originals: messages, other: first - 1, lastOther: Number(last?.key ?? 0) }
}

/** Originals in order, and each other message where it was written among them. */
export function dumpPage(db: Connection, cursor: DumpCursor): DumpPage {
  return db.read(() => {
    const key = needConversationKey(db, cursor.conversation)
    const [start, end] = [originalKey(key, cursor.place), originalKey(key, cursor.originals)]
    const page = `SELECT ${messageColumns} FROM ${messageTables} WHERE m.key >= ? AND m.key < ? ORDER BY m.key LIMIT ?`
    const originals = db.all(page, start, end, pageMessages)
    const others = db.all(page, cursor.other + 1, cursor.lastOther + 1, pageMessages)
    const rows = merged(originals, others).slice(0, pageMessages)
    const lines = rows
      .filter((row) => readExtra(row).origin === undefined)
      .map((row) => messageLine(messageOfSqliteRow(row)))
    if (rows.length < pageMessages) return { lines }
    const place = rows.findLast((row) => row.place !== null)?.place
    const other = rows.findLast((row) => row.place === null)?.key
    const next = {
      ...cursor,
      ...(place !== undefined && { place: Number(place) + 1 }),
      ...(other !== undefined && { other: Number(other) }),
    }
    return { lines, next }
  })
}

function merged(originals: readonly SqlRow[], others: readonly SqlRow[]): readonly SqlRow[] {
  const rows: SqlRow[] = []
  let at = 0
  for (const other of others) {
    const { after = 0 } = readExtra(other)
    for (; at < originals.length && Number(originals[at]?.place) < after; at++)
      rows.push(...originals.slice(at, at + 1))
    rows.push(other)
  }
  return [...rows, ...originals.slice(at)]
}

/** All lines at once: to compare a conversation with one that is being loaded. */
export function dumpLinesInSqlite(db: Connection, conversation: Conversation): readonly Json[] {
  const { before, after, messages } = dumpFrame(db, conversation.id)
  const lines: Json[] = []
  for (let next: DumpCursor | undefined = messages; next !== undefined; ) {
    const page: DumpPage = dumpPage(db, next)
    lines.push(...page.lines)
    next = page.next
  }
  return [...before, ...lines, ...after]
}

/** Messages of other conversations that this one shows, be they here with their conversation or brought along by a load. */
function foreignMessages(db: Connection, key: number): readonly StoredMessage[] {
  const { first, end } = messageRange(key)
  const elsewhere = db.all(
    `SELECT ${messageColumns} FROM ${entryTables} JOIN session shown ON shown.key = r.session
       WHERE shown.conversation = ? AND (r.first < ? OR r.first >= ?) GROUP BY m.key ORDER BY m.key`,
    key,
    first,
    end,
  )
  const others = otherRange(key)
  const brought = db.all(
    `SELECT ${messageColumns} FROM ${messageTables}
       WHERE m.key >= ? AND m.key < ? AND CASE WHEN json_valid(m.extra) THEN m.extra ->> '$.origin' END IS NOT NULL ORDER BY m.key`,
    others.first,
    others.end,
  )
  return [...elsewhere, ...brought].map(messageOfSqliteRow)
}
