import type { NewSession, Session } from '@palimpsest/core'
import type { Database, Run } from './database.ts'
import { isDuplicate } from './failure-of.ts'
import { findSession, lockConversation, needSession } from './find.ts'
import { checkIds, invalid } from './refuse.ts'
import { encodeSome, type SessionRow, sessionOf } from './rows.ts'
import { scopeKey } from './term-key.ts'

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
  const there = await findSession(run, session.id)
  if (there !== undefined) return opened(there, session)
  const taken = await run('SELECT 1 FROM @conversations WHERE id = $1', [session.conversation])
  if (taken.length > 0) throw invalid(`conversation "${session.conversation}" exists already`)
  const messages = session.from === undefined ? [] : await inheritedMessages(run, session.from)
  await insertRows(run, session, messages.length)
  const row = await needSession(run, session.id)
  await run('INSERT INTO @entries SELECT $1, i - 1, no FROM unnest($2::bigint[]) WITH ORDINALITY AS m (no, i)', [
    row.no,
    messages,
  ])
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

/** The parent's conversation is held, so that its messages cannot be removed meanwhile. */
async function inheritedMessages(run: Run, from: NonNullable<NewSession['from']>): Promise<readonly string[]> {
  const parent = await needSession(run, from.parent)
  await lockConversation(run, parent.conversation)
  const view = from.view ?? []
  const rows = await run<{ id: string; no: string }>(
    'SELECT m.id, m.no FROM @messages m JOIN @entries e ON e.message = m.no WHERE m.id = ANY ($1) AND e.session = $2',
    [view, parent.no],
  )
  const numbers = new Map(rows.map(({ id, no }) => [id, no]))
  return view.map((id) => {
    const no = numbers.get(id)
    if (no === undefined) throw invalid(`entry "${id}" is not in the view of session "${parent.id}"`)
    return no
  })
}

async function insertRows(run: Run, session: NewSession, bornWith: number): Promise<void> {
  await run(
    `INSERT INTO @conversations (id, scope, title, channel, created_at, updated_at, tip, tip_seq)
      VALUES ($1, $2, $3, $4, $5, $5, $6, $7)`,
    [
      session.conversation,
      scopeKey(session.conversation),
      encodeSome(session.title),
      encodeSome(session.channel),
      session.at,
      session.id,
      bornWith,
    ],
  )
  await run(
    `INSERT INTO @sessions (id, conversation, kind, parent, started_at, model, system, born_with, next_seq)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [
      session.id,
      session.conversation,
      session.from?.kind ?? 'root',
      session.from?.parent ?? null,
      session.at,
      encodeSome(session.model),
      encodeSome(session.system),
      bornWith,
    ],
  )
}
