import type { EndReason, Instant, Session, SessionId } from '@palimpsest/core/store'
import type { Database, Run } from './database.ts'
import { lockSession, needSession } from './find.ts'
import { readList, writeList } from './lists.ts'
import { packId } from './pack-id.ts'
import { conflict, invalid } from './refuse.ts'
import { type SessionRow, sessionOf } from './rows.ts'
import { moveSpans } from './spans.ts'

/** Takes a compaction back; what was said in the continuation follows in the parent. */
export function undo(database: Database, id: SessionId, at: Instant): Promise<Session> {
  return database.transaction(async (run) => {
    const continuation = await lockSession(run, id)
    if (continuation.kind !== 'continuation' || continuation.parent === null) {
      throw invalid(`session "${id}" is no continuation, so there is no compaction to take back`)
    }
    if (continuation.ended_at !== null) throw conflict(continuation)
    await end(run, continuation, { reason: 'undone', at })
    const parent = await reopen(run, continuation, continuation.parent)
    await setTip(run, parent, at)
    return sessionOf(parent)
  })
}

/** Ends a session that is not to go on. Compaction and undo end sessions by themselves. */
export function close(database: Database, id: SessionId, ending: Ending): Promise<Session> {
  return database.transaction(async (run) => {
    const session = await lockSession(run, id)
    if (ending.reason !== 'closed') throw invalid(`a session cannot be closed as "${ending.reason}"`)
    if (session.end_reason === ending.reason) return sessionOf(session)
    if (session.ended_at !== null) throw conflict(session)
    await end(run, session, ending)
    const ended = await needSession(run, id)
    await setTip(run, ended, ending.at)
    return sessionOf(ended)
  })
}

/** Why and when a session ends. */
export interface Ending {
  readonly reason: EndReason
  readonly at: Instant
}

async function end(run: Run, { no }: SessionRow, { reason, at }: Ending): Promise<void> {
  await run('UPDATE @sessions SET ended_at = $2, end_reason = $3 WHERE no = $1', [no, at, reason])
}

async function reopen(run: Run, continuation: SessionRow, parentId: string): Promise<SessionRow> {
  const parent = await needSession(run, parentId)
  const { born_with: bornWith, next_seq: nextSeq } = continuation
  await writeList(run, parent.no, moveSpans(await readList(run, continuation.no), bornWith, parent.next_seq))
  await run('UPDATE @sessions SET ended_at = NULL, end_reason = NULL, next_seq = next_seq + $2 WHERE no = $1', [
    parent.no,
    nextSeq - bornWith,
  ])
  return needSession(run, parentId)
}

async function setTip(run: Run, tip: SessionRow, at: Instant): Promise<void> {
  await run(
    `UPDATE @conversations SET tip = $2, tip_seq = $3, archived_at = NULL, updated_at = greatest(updated_at, $4)
      WHERE id = $1`,
    [packId(tip.conversation), packId(tip.id), tip.ended_at === null ? tip.next_seq : null, at],
  )
}
