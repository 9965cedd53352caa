import type { RunStatement } from '../connection/database.ts'
import { notFoundInPostgres } from '../connection/refuse.ts'
import { needSessionInPostgres } from '../read/find.ts'
import { packPostgresId } from '../schema/pack-id.ts'
import type { PostgresSessionRow } from '../schema/rows.ts'

/** Waits until no one else writes in the conversation, then holds it until the transaction ends. */
export async function lockConversation(run: RunStatement, id: string): Promise<void> {
  const rows = await run('SELECT no FROM @conversations WHERE id = $1 FOR UPDATE', [packPostgresId(id)])
  if (rows.length === 0) throw notFoundInPostgres('conversation', id)
}

/** The session as it is once no one else can change it. */
export async function lockSession(run: RunStatement, id: string): Promise<PostgresSessionRow> {
  const { conversation } = await needSessionInPostgres(run, id)
  await lockConversation(run, conversation)
  return needSessionInPostgres(run, id)
}
