import type { EndReason, Instant, Session, SessionId } from '@palimpsest/core/store'
import type { Database, RunStatement } from '../connection/database.ts'
import { conflictInPostgres, invalidInPostgres } from '../connection/refuse.ts'
import { needSessionInPostgres } from '../read/find.ts'
import { readList, writeList } from '../schema/lists.ts'
import { packPostgresId } from '../schema/pack-id.ts'
import { type PostgresSessionRow, sessionOfPostgresRow } from '../schema/rows.ts'
import { moveSpans } from '../schema/spans.ts'
import { lockSession } from './lock.ts'

/** Takes a compaction back; what was said in the continuation follows in the parent. */
export function undoInPostgres(database: Database, id: SessionId, at: Instant): Promise<Session> {
  return database.transaction(async (run) => {
    const continuation = await lockSession(run, id)
    if (continuation.kind !== 'continuation' || continuation.parent === null) {
      throw invalidInPostgres(`session "${id}" is no continuation, so there is no compaction to take back`)
    }
    if (continuation.ended_at !== null) throw conflictInPostgres(continuation)
    await end(run, continuation, { reason: 'undone', at })
    const parent = await reopen(run, continuation, continuation.parent)
    await setTip(run, parent, at)
    return sessionOfPostgresRow(parent)
  })
}

/** Ends a session that is not to go on. Compaction and undo end sessions by themselves. */
export function closeInPostgres(database: Database, id: SessionId, ending: SessionEnding): Promise<Session> {
  return database.transaction(async (run) => {
    const session = await lockSession(run, id)
    if (ending.reason !== 'closed') throw invalidInPostgres(`a session cannot be closed as "${ending.reason}"`)
    if (session.end_reason === ending.reason) return sessionOfPostgresRow(session)
    if (session.ended_at !== null) throw conflictInPostgres(session)
    await end(run, session, ending)
    const ended = await needSessionInPostgres(run, id)
    await setTip(run, ended, ending.at)
    return sessionOfPostgresRow(ended)
  })
}

/** Why and when a session ends. */
export interface SessionEnding {
  readonly reason: EndReason
  readonly at: Instant
}

async function end(run: RunStatement, { no }: PostgresSessionRow, { reason, at }: SessionEnding): Promise<void> {
  await run('UPDATE @sessions SET ended_at = $2, end_reason = $3 WHERE no = $1', [no, at, reason])
}

async function reopen(
  run: RunStatement,
  continuation: PostgresSessionRow,
  parentId: string,
): Promise<PostgresSessionRow> {
  const parent = await needSessionInPostgres(run, parentId)
  const { born_with: bornWith, next_seq: nextSeq } = continuation
  await writeList(run, parent.no, moveSpans(await readList(run, continuation.no), bornWith, parent.next_seq))
  await run('UPDATE @sessions SET ended_at = NULL, end_reason = NULL, next_seq = next_seq + $2 WHERE no = $1', [
    parent.no,
    nextSeq - bornWith,
  ])
  return needSessionInPostgres(run, parentId)
}

async function setTip(run: RunStatement, tip: PostgresSessionRow, at: Instant): Promise<void> {
  await run(
    `UPDATE @conversations SET tip = $2, tip_seq = $3, archived_at = NULL, updated_at = greatest(updated_at, $4)
      WHERE id = $1`,
    [packPostgresId(tip.conversation), packPostgresId(tip.id), tip.ended_at === null ? tip.next_seq : null, at],
  )
}
