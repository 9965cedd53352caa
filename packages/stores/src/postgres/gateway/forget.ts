import { type ConversationId, keptSourceDays } from '@palimpsest/core/store'
import type { Database, RunStatement } from '../connection/database.ts'
import { packPostgresId } from '../schema/pack-id.ts'
import { firstEpochSql, lockLane } from './fence.ts'

/** Rows looked at in one step, oldest first: few enough to be done in an instant. */
const pageRows = 1000
/** Time between two looks for what may be forgotten. */
const forgetEveryMs = 60 * 60 * 1000

const forgetSql = (table: string) => `DELETE FROM @${table} WHERE no IN (
  SELECT no FROM @${table} WHERE no IN (SELECT no FROM @${table} ORDER BY no LIMIT ${pageRows})
    AND done_at < now() - interval '${keptSourceDays} days' FOR UPDATE SKIP LOCKED) RETURNING 1`

/** Returns what forgets, now and then, what was done so long ago that no repeat will come. */
export function createForgetting({ write }: Database): () => Promise<void> {
  let forgetAt = 0
  return async () => {
    if (performance.now() < forgetAt) return
    forgetAt = performance.now() + forgetEveryMs
    try {
      const counts = [(await write(forgetSql('arrivals'))).length, (await write(forgetSql('pieces'))).length]
      if (counts.includes(pageRows)) forgetAt = 0
    } catch {
      // What was put is kept, and the next look comes in time.
    }
  }
}

/**
 * Nothing of a conversation that is removed waits any more, and none of its words stay; its sources stay known for a while.
 * The lane is locked before anything is looked for, so that nothing is put meanwhile without its lane.
 */
export async function forgetConversationInPostgres(run: RunStatement, conversation: ConversationId): Promise<void> {
  const id = [packPostgresId(conversation)] as const
  await lockLane(run, ...id)
  const end = 'SET done_at = now(), body = NULL'
  await run(`UPDATE @arrivals ${end} WHERE conversation = $1 AND done_at IS NULL`, id)
  await run(`UPDATE @pieces ${end}, holder = NULL, until = NULL WHERE conversation = $1 AND done_at IS NULL`, id)
  await run('DELETE FROM @eventlogs WHERE conversation = $1', id)
  await run('DELETE FROM @events WHERE conversation = $1', id)
  await run('DELETE FROM @lanes WHERE conversation = $1', id)
}

/**
 * Does the work unless something came for the conversation, or happened or is being done in it; then it returns false.
 * Rows of our own keep others from putting or logging anything meanwhile: they wait for the end of the transaction.
 */
export async function unlessKnownInPostgres(
  run: RunStatement,
  conversation: ConversationId,
  work: () => Promise<boolean>,
): Promise<boolean> {
  const id = [packPostgresId(conversation)]
  const lane = `INSERT INTO @lanes (conversation, epoch) VALUES ($1, ${firstEpochSql}) ON CONFLICT DO NOTHING RETURNING 1`
  if ((await run(lane, id)).length === 0) return false
  const log = 'INSERT INTO @eventlogs (conversation, last) VALUES ($1, 0) ON CONFLICT DO NOTHING RETURNING 1'
  const isOwnLog = (await run(log, id)).length > 0
  const piece = 'SELECT 1 FROM @pieces WHERE conversation = $1 AND done_at IS NULL LIMIT 1'
  const isUnknown = isOwnLog && (await run(piece, id)).length === 0
  const isDone = isUnknown && (await work())
  if (isOwnLog) await run('DELETE FROM @eventlogs WHERE conversation = $1', id)
  await run('DELETE FROM @lanes WHERE conversation = $1', id)
  return isDone
}
