import type { ConversationId, Json } from '@palimpsest/core'
import type { Database, Run } from './database.ts'
import { notFound } from './refuse.ts'
import {
  type ConversationRow,
  conversationColumns,
  conversationOf,
  type MessageRow,
  messageColumns,
  type SessionRow,
  sessionOf,
  storedOf,
  type VersionRow,
  versionOf,
} from './rows.ts'

export const dumpFormat = 'palimpsest-conversation'
export const dumpVersion = 1
/** Messages read at a time. */
const pageRows = 200

/** All but the messages, which never change and can be read afterwards, as of one moment. */
interface Frame {
  readonly before: readonly Json[]
  readonly after: readonly Json[]
  readonly messages: readonly string[]
}

/** A conversation in lines: a header, its sessions, the messages they show, their lists, receipts and ledgers. */
export async function* dump(database: Database, id: ConversationId): AsyncIterable<Json> {
  const { before, after, messages } = await database.transaction((run) => readFrame(run, id))
  yield* before
  for (let from = 0; from < messages.length; from += pageRows) {
    const page = messages.slice(from, from + pageRows)
    const rows = await database.run<MessageRow>(
      `SELECT ${messageColumns} FROM unnest($1::bigint[]) WITH ORDINALITY AS page (no, i)
        JOIN @messages m ON m.no = page.no ORDER BY page.i`,
      [page],
    )
    // Only removal takes messages away; half a conversation must not pass for a whole one.
    if (rows.length < page.length) throw notFound('conversation', id)
    for (const row of rows) yield asJson({ kind: 'message', message: storedOf(row) })
  }
  yield* after
}

async function readFrame(run: Run, id: ConversationId): Promise<Frame> {
  // One snapshot, so that sessions and lists agree with each other whoever writes meanwhile.
  await run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY', [], 'each-time')
  const conversations = await run<ConversationRow>(
    `SELECT ${conversationColumns} FROM @conversations c WHERE c.id = $1`,
    [id],
  )
  if (conversations.length === 0) throw notFound('conversation', id)
  const sessions = await run<SessionRow>('SELECT * FROM @sessions WHERE conversation = $1 ORDER BY no', [id])
  const header = conversations.map((row) => ({
    format: dumpFormat,
    version: dumpVersion,
    conversation: conversationOf(row),
  }))
  return {
    before: [...header, ...sessions.map((row) => ({ kind: 'session', session: sessionOf(row) }))].map(asJson),
    after: [...(await listLines(run, id)), ...(await versionLines(run, id))],
    messages: await shownMessages(run, id),
  }
}

async function listLines(run: Run, id: ConversationId): Promise<readonly Json[]> {
  const rows = await run<{ session: string; entries: string[] }>(
    `SELECT s.id AS session, coalesce(array_agg(m.id ORDER BY e.seq) FILTER (WHERE m.id IS NOT NULL), '{}') AS entries
      FROM @sessions s LEFT JOIN @entries e ON e.session = s.no LEFT JOIN @messages m ON m.no = e.message
      WHERE s.conversation = $1 GROUP BY s.no ORDER BY s.no`,
    [id],
  )
  return rows.map(({ session, entries }) => ({ kind: 'list', session, entries }))
}

async function versionLines(run: Run, id: ConversationId): Promise<readonly Json[]> {
  const rows = await run<VersionRow & { kind: string }>(
    `SELECT kind, session, at, value FROM @versions WHERE conversation = $1 ORDER BY kind DESC, no`,
    [id],
  )
  return rows.map((row) => asJson({ kind: row.kind, ...versionOf(row) }))
}

/** Those of other conversations come first; a branch shows them without owning them. */
async function shownMessages(run: Run, id: ConversationId): Promise<readonly string[]> {
  const rows = await run<{ no: string }>(
    `SELECT m.no FROM @messages m WHERE m.conversation = $1 OR m.no IN (
        SELECT e.message FROM @entries e JOIN @sessions s ON s.no = e.session WHERE s.conversation = $1
      ) ORDER BY m.conversation = $1, m.no`,
    [id],
  )
  return rows.map(({ no }) => no)
}

/** Our records are JSON by construction; only their types do not say so. */
function asJson(value: object): Json {
  return value as Json
}
