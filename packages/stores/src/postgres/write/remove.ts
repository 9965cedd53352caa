import type { ConversationId, Instant } from '@palimpsest/core/store'
import type { Database, RunStatement } from '../connection/database.ts'
import { invalidInPostgres } from '../connection/refuse.ts'
import { byteaArray } from '../connection/wire-array.ts'
import { forgetConversationInPostgres, unlessKnownInPostgres } from '../gateway/forget.ts'
import { packPostgresId, unpackPostgresId } from '../schema/pack-id.ts'
import { clearSegments } from '../search/clear-segments.ts'
import { writeScopeInPostgres } from '../state/state.ts'
import { lockConversation } from './lock.ts'

/** Removes a conversation with its sessions, messages, receipts, ledgers and state, and what waits for it. */
export function removeInPostgres(database: Database, id: ConversationId): Promise<void> {
  return database.transaction(async (run) => {
    // The lane before the conversation, as whoever writes under a fence locks them.
    await forgetConversationInPostgres(run, id)
    await lockConversation(run, id)
    await removeRows(run, id)
  })
}

/** Removes a conversation in which nothing was said, and that no gateway knows; returns whether it was one. */
export function removeSilentInPostgres(database: Database, id: ConversationId): Promise<boolean> {
  return database.transaction(async (run) => {
    const silent = 'SELECT 1 FROM @conversations WHERE id = $1 AND messages = 0 FOR UPDATE'
    return unlessKnownInPostgres(run, id, async () => {
      if ((await run(silent, [packPostgresId(id)])).length === 0) return false
      await removeRows(run, id)
      return true
    })
  })
}

async function removeRows(run: RunStatement, id: ConversationId): Promise<void> {
  await refuseWhenShown(run, id)
  await run('DELETE FROM @versions WHERE conversation = $1', [packPostgresId(id)])
  await writeScopeInPostgres(run, id, [])
  await removeGuests(run, id)
  await clearSegments(run, id)
  await run('DELETE FROM @loans WHERE borrower = $1', [packPostgresId(id)])
  await run('DELETE FROM @spans WHERE session IN (SELECT no FROM @sessions WHERE conversation = $1)', [
    packPostgresId(id),
  ])
  await run('DELETE FROM @messages WHERE origin IN (SELECT no FROM @origins WHERE conversation = $1)', [
    packPostgresId(id),
  ])
  await run('DELETE FROM @sessions WHERE conversation = $1', [packPostgresId(id)])
  await run('DELETE FROM @origins WHERE conversation = $1', [packPostgresId(id)])
  await run('DELETE FROM @conversations WHERE id = $1', [packPostgresId(id)])
}

async function refuseWhenShown(run: RunStatement, id: ConversationId): Promise<void> {
  const rows = await run<{ borrower: Buffer }>('SELECT borrower FROM @loans WHERE lender = $1 LIMIT 1', [
    packPostgresId(id),
  ])
  for (const { borrower } of rows) {
    throw invalidInPostgres(
      `conversation "${unpackPostgresId(borrower)}" shows messages of "${id}"; remove that one first`,
    )
  }
}

/** Lets only one at a time, until its transaction ends, bring or remove messages whose own conversation is not here. */
export async function lockGuests(run: RunStatement): Promise<void> {
  // To load a dump takes longer than a write does.
  await run(`SET LOCAL lock_timeout = '60s'`, [], 'each-time')
  await run('LOCK TABLE @loans IN SHARE UPDATE EXCLUSIVE MODE', [], 'each-time')
}

/** Messages that came with a dump belong to a conversation that is not here; they go with the last who shows them. */
async function removeGuests(run: RunStatement, id: ConversationId): Promise<void> {
  const absentSql = `SELECT lender FROM @loans l WHERE borrower = $1
    AND NOT EXISTS (SELECT 1 FROM @conversations c WHERE c.id = l.lender)`
  if ((await run(absentSql, [packPostgresId(id)])).length === 0) return
  await lockGuests(run)
  const absent = byteaArray(
    (await run<{ lender: Buffer }>(absentSql, [packPostgresId(id)])).map(({ lender }) => lender),
  )
  await run(
    `DELETE FROM @messages m USING @origins o WHERE o.no = m.origin AND o.conversation = ANY ($2::bytea[])
      AND NOT EXISTS (
        SELECT 1 FROM @loans l JOIN @sessions s ON s.conversation = l.borrower JOIN @spans p ON p.session = s.no
        WHERE l.lender = o.conversation AND l.borrower <> $1 AND m.no >= p.first AND m.no < p.first + p.count
      )`,
    [packPostgresId(id), absent],
  )
  await run(
    `DELETE FROM @origins o WHERE o.conversation = ANY ($1::bytea[])
      AND NOT EXISTS (SELECT 1 FROM @messages m WHERE m.origin = o.no)`,
    [absent],
  )
}

/** Hides conversations that were idle since then. */
export async function archiveInPostgres(database: Database, idleSince: Instant, at: Instant): Promise<number> {
  const rows = await database.write(
    'UPDATE @conversations SET archived_at = $2 WHERE archived_at IS NULL AND updated_at < $1 RETURNING no',
    [idleSince, at],
  )
  return rows.length
}
