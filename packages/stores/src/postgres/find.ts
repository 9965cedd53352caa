import type { Run } from './database.ts'
import { packId } from './pack-id.ts'
import { notFound } from './refuse.ts'
import { type RawSessionRow, type SessionRow, sessionRowOf } from './rows.ts'

export async function findSession(run: Run, id: string): Promise<SessionRow | undefined> {
  const rows = await run<RawSessionRow>('SELECT * FROM @sessions WHERE id = $1', [packId(id)])
  return rows.map(sessionRowOf)[0]
}

export async function needSession(run: Run, id: string): Promise<SessionRow> {
  const row = await findSession(run, id)
  if (row === undefined) throw notFound('session', id)
  return row
}

/** Waits until no one else writes in the conversation, then holds it until the transaction ends. */
export async function lockConversation(run: Run, id: string): Promise<void> {
  const rows = await run('SELECT no FROM @conversations WHERE id = $1 FOR UPDATE', [packId(id)])
  if (rows.length === 0) throw notFound('conversation', id)
}

/** The session as it is once no one else can change it. */
export async function lockSession(run: Run, id: string): Promise<SessionRow> {
  const { conversation } = await needSession(run, id)
  await lockConversation(run, conversation)
  return needSession(run, id)
}

export async function hasConversation(run: Run, id: string): Promise<boolean> {
  const rows = await run('SELECT 1 FROM @conversations WHERE id = $1', [packId(id)])
  return rows.length > 0
}

export async function needConversation(run: Run, id: string): Promise<void> {
  if (!(await hasConversation(run, id))) throw notFound('conversation', id)
}
