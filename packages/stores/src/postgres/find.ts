import type { Run } from './database.ts'
import { notFound } from './refuse.ts'
import type { ConversationRow, SessionRow } from './rows.ts'

export async function findSession(run: Run, id: string): Promise<SessionRow | undefined> {
  const rows = await run<SessionRow>('SELECT * FROM @sessions WHERE id = $1', [id])
  return rows[0]
}

export async function needSession(run: Run, id: string): Promise<SessionRow> {
  const row = await findSession(run, id)
  if (row === undefined) throw notFound('session', id)
  return row
}

/** Waits until no one else writes in the conversation, then holds it until the transaction ends. */
export async function lockConversation(run: Run, id: string): Promise<void> {
  const rows = await run<ConversationRow>('SELECT id FROM @conversations WHERE id = $1 FOR UPDATE', [id])
  if (rows.length === 0) throw notFound('conversation', id)
}

/** The session as it is once no one else can change it. */
export async function lockSession(run: Run, id: string): Promise<SessionRow> {
  const { conversation } = await needSession(run, id)
  await lockConversation(run, conversation)
  return needSession(run, id)
}

export async function needConversation(run: Run, id: string): Promise<void> {
  const rows = await run('SELECT 1 FROM @conversations WHERE id = $1', [id])
  if (rows.length === 0) throw notFound('conversation', id)
}
