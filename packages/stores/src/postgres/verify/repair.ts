import type { Usage } from '@palimpsest/core/store'
import type { Database, RunStatement } from '../connection/database.ts'
import { repairLanesInPostgres } from '../gateway/verify-gateway.ts'
import {
  messagesWithOrigin,
  type PostgresMessageRow,
  type RawSessionRow,
  sessionRowOf,
  usageValues,
} from '../schema/rows.ts'
import { fillSegment } from '../search/fill-segment.ts'
import { addToSession } from './verify-messages.ts'
import { verifySegments } from './verify-segments.ts'

/** Rebuilds usage, counts, where tips end, counters of lanes, and the search index if anything is wrong with it. */
export async function repairInPostgres(database: Database): Promise<void> {
  const conversations = await database.run<{ id: Buffer }>('SELECT id FROM @conversations ORDER BY no')
  for (const { id } of conversations) await database.transaction((run) => rebuildConversation(run, id))
  await repairLanesInPostgres(database)
  if ((await database.transaction(verifySegments)).length > 0) await rebuildSegments(database)
}

async function rebuildSegments(database: Database): Promise<void> {
  await database.transaction(async (run) => {
    // The conversations first, as whoever fills a segment does.
    await run('UPDATE @conversations SET indexed = 0')
    await run('DELETE FROM @sheets')
  })
  while (await fillSegment(database, { least: 1 }));
}

/** Under its lock: the sums grow while we look. One that was removed meanwhile needs nothing. */
async function rebuildConversation(run: RunStatement, id: Buffer): Promise<void> {
  const locked = await run('SELECT no FROM @conversations WHERE id = $1 FOR UPDATE', [id])
  if (locked.length === 0) return
  await rebuildUsage(run, id)
  await run(
    `UPDATE @conversations c SET tip_seq = CASE WHEN s.ended_at IS NULL THEN s.next_seq END,
        messages = (SELECT count(*) FROM ${messagesWithOrigin} WHERE o.conversation = c.id AND m.place IS NOT NULL)
      FROM @sessions s WHERE s.id = c.tip AND c.id = $1`,
    [id],
  )
}

async function rebuildUsage(run: RunStatement, conversation: Buffer): Promise<void> {
  const rows = await run<Pick<PostgresMessageRow, 'session' | 'usage'>>(
    `SELECT o.session, m.usage FROM ${messagesWithOrigin} WHERE o.conversation = $1 AND m.usage IS NOT NULL ORDER BY m.no`,
    [conversation],
  )
  const told = new Map<string, Usage>()
  const unknown = new Set<string>()
  for (const row of rows) addToSession(told, row, unknown)
  const sessions = await run<RawSessionRow>('SELECT * FROM @sessions WHERE conversation = $1', [conversation])
  for (const { no, id } of sessions.map(sessionRowOf)) {
    if (unknown.has(id)) continue
    await run(
      `UPDATE @sessions SET usage_input = $2, usage_output = $3, usage_cache_read = $4, usage_cache_write = $5,
        usage_reasoning = $6 WHERE no = $1`,
      [no, ...usageValues(told.get(id) ?? {})],
    )
  }
}
