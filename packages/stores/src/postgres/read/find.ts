import type { RunStatement } from '../connection/database.ts'
import { notFoundInPostgres } from '../connection/refuse.ts'
import { packPostgresId } from '../schema/pack-id.ts'
import { type PostgresSessionRow, type RawSessionRow, sessionRowOf } from '../schema/rows.ts'

export async function findSessionInPostgres(run: RunStatement, id: string): Promise<PostgresSessionRow | undefined> {
  const rows = await run<RawSessionRow>('SELECT * FROM @sessions WHERE id = $1', [packPostgresId(id)])
  return rows.map(sessionRowOf)[0]
}

export async function needSessionInPostgres(run: RunStatement, id: string): Promise<PostgresSessionRow> {
  const row = await findSessionInPostgres(run, id)
  if (row === undefined) throw notFoundInPostgres('session', id)
  return row
}

export async function hasConversation(run: RunStatement, id: string): Promise<boolean> {
  const rows = await run('SELECT 1 FROM @conversations WHERE id = $1', [packPostgresId(id)])
  return rows.length > 0
}

export async function needConversationInPostgres(run: RunStatement, id: string): Promise<void> {
  if (!(await hasConversation(run, id))) throw notFoundInPostgres('conversation', id)
}
