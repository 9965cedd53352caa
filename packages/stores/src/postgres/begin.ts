import { checkNewIds, type NewSession, type Session } from '@palimpsest/core/store'
import type { Database, Run } from './database.ts'
import { isDuplicate } from './failure-of.ts'
import { findSession, hasConversation, lockConversation, needSession } from './find.ts'
import { writeList } from './lists.ts'
import { packId, unpackId } from './pack-id.ts'
import { checkIds, invalid } from './refuse.ts'
import { defined, listedMessages, type SessionRow, sessionOf } from './rows.ts'
import { spansOf } from './spans.ts'
import { byteaArray } from './wire-array.ts'
import { writeConversation, writeLoans, writeSession } from './write-session.ts'

/** Opens a session and its conversation. */
export async function begin(database: Database, session: NewSession): Promise<Session> {
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

async function openSession(run: Run, session: NewSession): Promise<Session> {
  // The conversation first: whoever sees it, sees its session too.
  const isTaken = await hasConversation(run, session.conversation)
  const there = await findSession(run, session.id)
  if (there !== undefined) return opened(there, session)
  if (isTaken) throw invalid(`conversation "${session.conversation}" exists already`)
  checkNewIds([session.id, session.conversation])
  const { numbers, lenders } = await inherited(run, session.from)
  const row = await writeNew(run, session, numbers.length)
  await writeList(run, row.no, spansOf(numbers))
  await writeLoans(run, session.conversation, lenders)
  return sessionOf(row)
}

function opened(there: SessionRow, session: NewSession): Session {
  const isSame =
    there.conversation === session.conversation &&
    there.kind === (session.from?.kind ?? 'root') &&
    there.parent === (session.from?.parent ?? null)
  if (!isSame) throw invalid(`session "${session.id}" exists already, and is another one`)
  return sessionOf(there)
}

interface Inherited {
  readonly numbers: readonly number[]
  /** The conversations that own them. */
  readonly lenders: readonly string[]
}

/** The parent's conversation is held, so that its messages cannot be removed meanwhile. */
async function inherited(run: Run, from: NewSession['from']): Promise<Inherited> {
  if (from === undefined) return { numbers: [], lenders: [] }
  const parent = await needSession(run, from.parent)
  await lockConversation(run, parent.conversation)
  const view = from.view ?? []
  const rows = await run<{ id: Buffer; no: string; conversation: Buffer }>(
    `SELECT m.id, m.no, o.conversation FROM ${listedMessages} JOIN @origins o ON o.no = m.origin
      WHERE p.session = $1 AND m.id = ANY ($2::bytea[])`,
    [parent.no, byteaArray(view.map(packId))],
  )
  const numbers = new Map(rows.map(({ id, no }) => [unpackId(id), Number(no)]))
  return {
    numbers: view.map((id) => {
      const no = numbers.get(id)
      if (no === undefined) throw invalid(`entry "${id}" is not in the view of session "${parent.id}"`)
      return no
    }),
    lenders: rows.map(({ conversation }) => unpackId(conversation)),
  }
}

async function writeNew(run: Run, session: NewSession, bornWith: number): Promise<SessionRow> {
  const { id, conversation, title, channel, at, model, system, from } = session
  await writeConversation(
    run,
    defined({ id: conversation, title, channel, createdAt: at, updatedAt: at, tip: id, messages: 0 }),
    bornWith,
  )
  return writeSession(
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
