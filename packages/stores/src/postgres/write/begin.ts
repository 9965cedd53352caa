import { checkNewIds, defined, type NewSession, type Session } from '@palimpsest/core/store'
import type { Database, RunStatement } from '../connection/database.ts'
import { isDuplicate } from '../connection/failure-of.ts'
import { checkIds, invalidInPostgres } from '../connection/refuse.ts'
import { byteaArray } from '../connection/wire-array.ts'
import { findSessionInPostgres, hasConversation, needSessionInPostgres } from '../read/find.ts'
import { writeList } from '../schema/lists.ts'
import { packPostgresId, unpackPostgresId } from '../schema/pack-id.ts'
import { messagesOfSpans, type PostgresSessionRow, sessionOfPostgresRow } from '../schema/rows.ts'
import { spansOf } from '../schema/spans.ts'
import { lockConversation } from './lock.ts'
import { writeConversationInPostgres, writeLoans, writeSessionInPostgres } from './write-session.ts'

/** Opens a session and its conversation. */
export async function beginInPostgres(database: Database, session: NewSession): Promise<Session> {
  checkIds([session.id])
  checkIds([session.conversation])
  checkIds(session.from?.view ?? [])
  const open = () => database.transaction((run) => openSession(run, session))
  try {
    return await open()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    // Someone opened it between our look and our write: now it is there to be looked at.
    return open()
  }
}

async function openSession(run: RunStatement, session: NewSession): Promise<Session> {
  // The conversation first: whoever sees it, sees its session too.
  const isTaken = await hasConversation(run, session.conversation)
  const there = await findSessionInPostgres(run, session.id)
  if (there !== undefined) return opened(there, session)
  if (isTaken) throw invalidInPostgres(`conversation "${session.conversation}" exists already`)
  checkNewIds([session.id, session.conversation])
  const { numbers, lenders } = await inherited(run, session.from)
  const row = await writeNew(run, session, numbers.length)
  await writeList(run, row.no, spansOf(numbers))
  await writeLoans(run, session.conversation, lenders)
  return sessionOfPostgresRow(row)
}

function opened(there: PostgresSessionRow, session: NewSession): Session {
  const isSame =
    there.conversation === session.conversation &&
    there.kind === (session.from?.kind ?? 'root') &&
    there.parent === (session.from?.parent ?? null)
  if (!isSame) throw invalidInPostgres(`session "${session.id}" exists already, and is another one`)
  return sessionOfPostgresRow(there)
}

interface Inherited {
  readonly numbers: readonly number[]
  /** The conversations that own them. */
  readonly lenders: readonly string[]
}

/** The parent's conversation is held, so that its messages cannot be removed meanwhile. */
async function inherited(run: RunStatement, from: NewSession['from']): Promise<Inherited> {
  if (from === undefined) return { numbers: [], lenders: [] }
  const parent = await needSessionInPostgres(run, from.parent)
  await lockConversation(run, parent.conversation)
  const view = from.view ?? []
  const rows = await run<{ id: Buffer; no: string; conversation: Buffer }>(
    `SELECT m.id, m.no, o.conversation FROM ${messagesOfSpans} JOIN @origins o ON o.no = m.origin
      WHERE p.session = $1 AND m.id = ANY ($2::bytea[])`,
    [parent.no, byteaArray(view.map(packPostgresId))],
  )
  const numbers = new Map(rows.map(({ id, no }) => [unpackPostgresId(id), Number(no)]))
  return {
    numbers: view.map((id) => {
      const no = numbers.get(id)
      if (no === undefined) throw invalidInPostgres(`entry "${id}" is not in the view of session "${parent.id}"`)
      return no
    }),
    lenders: rows.map(({ conversation }) => unpackPostgresId(conversation)),
  }
}

async function writeNew(run: RunStatement, session: NewSession, bornWith: number): Promise<PostgresSessionRow> {
  const { id, conversation, title, channel, at, model, system, from } = session
  await writeConversationInPostgres(
    run,
    defined({ id: conversation, title, channel, createdAt: at, updatedAt: at, tip: id, messages: 0 }),
    bornWith,
  )
  return writeSessionInPostgres(
    run,
    defined({
      id,
      conversation,
      kind: from?.kind ?? 'root',
      parent: from?.parent,
      startedAt: at,
      model,
      system,
      bornWith,
      nextSeq: bornWith,
      usage: {},
    }),
  )
}
