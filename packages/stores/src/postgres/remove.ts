import type { ConversationId, Instant } from '@palimpsest/core'
import type { Database, Run } from './database.ts'
import { lockConversation } from './find.ts'
import { invalid } from './refuse.ts'

/** Removes a conversation with its sessions, messages, receipts and ledgers. */
export function remove(database: Database, id: ConversationId): Promise<void> {
  return database.transaction(async (run) => {
    await lockConversation(run, id)
    await refuseWhenShown(run, id)
    await run('DELETE FROM @versions WHERE conversation = $1', [id])
    // Messages that came with a dump belong to a conversation that is not here; they go with the last who shows them.
    const shown = await run<{ message: string }>(
      `WITH gone AS (
        DELETE FROM @entries WHERE session IN (SELECT no FROM @sessions WHERE conversation = $1) RETURNING message
      ) SELECT DISTINCT message FROM gone`,
      [id],
    )
    await run('DELETE FROM @messages WHERE conversation = $1', [id])
    await run(
      `DELETE FROM @messages m WHERE m.no = ANY ($1::bigint[])
        AND NOT EXISTS (SELECT 1 FROM @entries e WHERE e.message = m.no)
        AND NOT EXISTS (SELECT 1 FROM @conversations c WHERE c.id = m.conversation)`,
      [shown.map(({ message }) => message)],
    )
    await run('DELETE FROM @sessions WHERE conversation = $1', [id])
    await run('DELETE FROM @conversations WHERE id = $1', [id])
  })
}

async function refuseWhenShown(run: Run, id: ConversationId): Promise<void> {
  const rows = await run<{ conversation: string }>(
    `SELECT s.conversation FROM @messages m JOIN @entries e ON e.message = m.no JOIN @sessions s ON s.no = e.session
      WHERE m.conversation = $1 AND s.conversation <> $1 LIMIT 1`,
    [id],
  )
  const other = rows[0]?.conversation
  if (other !== undefined) throw invalid(`conversation "${other}" shows messages of "${id}"; remove that one first`)
}

/** Hides conversations that were idle since then. */
export async function archive(database: Database, idleSince: Instant, at: Instant): Promise<number> {
  const rows = await database.run(
    'UPDATE @conversations SET archived_at = $2 WHERE archived_at IS NULL AND updated_at < $1 RETURNING no',
    [idleSince, at],
  )
  return rows.length
}
