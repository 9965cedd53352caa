import {
  type ConversationId,
  dumpSessionLine,
  entryId,
  headerLine,
  type Json,
  listLine,
  messageLine,
  stateLines,
  versionLine,
} from '@palimpsest/core/store'
import type { Database, RunStatement } from '../connection/database.ts'
import { notFoundInPostgres } from '../connection/refuse.ts'
import { packPostgresId, unpackPostgresId } from '../schema/pack-id.ts'
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
  type RawSessionRow,
  sessionOfPostgresRow,
  sessionRowOf,
  type VersionRow,
  versionOfPostgresRow,
} from '../schema/rows.ts'
import { readScopeInPostgres } from '../state/state.ts'

/** Messages read at a time. */
const pageRows = 200

/** All but the messages, which never change and can be read afterwards, as of one moment. */
interface Frame {
  readonly before: readonly Json[]
  readonly after: readonly Json[]
  readonly messages: readonly string[]
}

/** A conversation in lines: a header, its sessions, the messages they show, their lists, receipts, ledgers and state. */
export async function* dumpInPostgres(database: Database, id: ConversationId): AsyncIterable<Json> {
  const { before, after, messages } = await database.transaction((run) => readFrame(run, id))
  yield* before
  for (let from = 0; from < messages.length; from += pageRows) {
    const page = messages.slice(from, from + pageRows)
    const rows = await database.run<PostgresMessageRow>(
      `SELECT ${messageWithOriginColumns} FROM unnest($1::bigint[]) WITH ORDINALITY AS page (no, i)
        JOIN @messages m ON m.no = page.no JOIN @origins o ON o.no = m.origin ORDER BY page.i`,
      [page],
    )
    // Only removal takes messages away; half a conversation must not pass for a whole one.
    if (rows.length < page.length) throw notFoundInPostgres('conversation', id)
    for (const row of rows) yield messageLine(messageOfPostgresRow(row))
  }
  yield* after
}

async function readFrame(run: RunStatement, id: ConversationId): Promise<Frame> {
  // One snapshot, so that sessions and lists agree with each other whoever writes meanwhile.
  await run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY', [], 'each-time')
  const [conversation] = await run<Raw<PostgresConversationRow, 'id' | 'tip'>>(
    `SELECT ${countedConversationColumns} FROM @conversations c WHERE c.id = $1`,
    [packPostgresId(id)],
  )
  if (conversation === undefined) throw notFoundInPostgres('conversation', id)
  const sessions = await readSessions(run, id)
  const [receipts, ledgers] = [await versionLines(run, id, 'receipt'), await versionLines(run, id, 'ledger')]
  const states = stateLines(await readScopeInPostgres(run, id))
  const counts = { receipts: receipts.length, ledgers: ledgers.length, states: states.length }
  return {
    before: [headerLine(conversationOfPostgresRow(conversation), counts), ...sessions.map(dumpSessionLine)],
    after: [...(await listLines(run, sessions)), ...receipts, ...ledgers, ...states],
    messages: await shownMessages(run, id),
  }
}

/** Session numbers from a dump say nothing about order, but nothing in a chain starts before its parent. */
async function readSessions(run: RunStatement, id: ConversationId) {
  const rows = await run<RawSessionRow>('SELECT * FROM @sessions WHERE conversation = $1 ORDER BY no', [
    packPostgresId(id),
  ])
  return rows.map((row) => sessionOfPostgresRow(sessionRowOf(row)))
}

async function listLines(
  run: RunStatement,
  sessions: Awaited<ReturnType<typeof readSessions>>,
): Promise<readonly Json[]> {
  const lines: Json[] = []
  for (const session of sessions) {
    const rows = await run<{ id: Buffer }>(
      `SELECT m.id FROM ${messagesOfSpans} WHERE p.session = (SELECT no FROM @sessions WHERE id = $1)
        ORDER BY p.seq, m.no`,
      [packPostgresId(session.id)],
    )
    lines.push(
      listLine(
        session.id,
        rows.map((row) => entryId(unpackPostgresId(row.id))),
      ),
    )
  }
  return lines
}

async function versionLines(
  run: RunStatement,
  id: ConversationId,
  kind: 'receipt' | 'ledger',
): Promise<readonly Json[]> {
  const rows = await run<VersionRow>(
    'SELECT session, at, value FROM @versions WHERE conversation = $1 AND kind = $2 ORDER BY no',
    [packPostgresId(id), kind],
  )
  return rows.map((row) => versionLine(kind, versionOfPostgresRow(row)))
}

/** Those of other conversations come first; a branch shows them without owning them. */
async function shownMessages(run: RunStatement, id: ConversationId): Promise<readonly string[]> {
  const others = await run<{ no: string }>(
    `SELECT DISTINCT m.no FROM ${messagesOfSpans} JOIN @origins o ON o.no = m.origin
      WHERE p.session IN (SELECT no FROM @sessions WHERE conversation = $1) AND o.conversation <> $1 ORDER BY m.no`,
    [packPostgresId(id)],
  )
  const own = await run<{ no: string }>(
    `SELECT m.no FROM ${messagesWithOrigin} WHERE o.conversation = $1 ORDER BY m.no`,
    [packPostgresId(id)],
  )
  return [...others, ...own].map(({ no }) => no)
}
