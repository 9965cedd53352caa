import type { EndReason, Session, SessionId } from '@palimpsest/core/store'
import { invalidRequest } from '../../refuse.ts'
import type { Connection } from '../connection/connection.ts'
import { conflictInSqlite } from '../connection/refuse.ts'
import { needSessionInSqlite, sessionByKey } from '../read/find.ts'
import { addToList, listedKeys } from '../schema/runs.ts'
import { reopen, setEnd, setTip, touchInSqlite } from './write-session.ts'

/** Takes a compaction back; what was said in the continuation follows in its parent, by reference. */
export function undoInSqlite(db: Connection, continuation: SessionId, at: number): Session {
  return db.write(() => {
    const row = needSessionInSqlite(db, continuation)
    const { session, key, parentKey, conversationKey, tipFacts } = row
    if (session.kind !== 'continuation' || parentKey === undefined) {
      throw invalidRequest(`Session ${continuation} was not made by a compaction, so there is none to take back.`)
    }
    if (session.endedAt !== undefined) throw conflictInSqlite(session)
    setEnd(db, key, at, 'undone')
    const { nextSeq } = sessionByKey(db, parentKey).session
    addToList(db, parentKey, nextSeq, listedKeys(db, key, session.bornWith))
    reopen(db, parentKey, nextSeq + session.nextSeq - session.bornWith, tipFacts)
    setTip(db, conversationKey, parentKey)
    touchInSqlite(db, conversationKey, at)
    return sessionByKey(db, parentKey).session
  })
}

/** Ends a session for good. Compressed and undone sessions come about by `compact` and `undo` only. */
export function closeInSqlite(db: Connection, id: SessionId, reason: EndReason, at: number): Session {
  return db.write(() => {
    const { session, key, conversationKey } = needSessionInSqlite(db, id)
    if (reason !== 'closed')
      throw invalidRequest(`A session cannot be closed as "${reason}": compact or undo it instead.`)
    if (session.endReason === reason) return session
    if (session.endedAt !== undefined) throw conflictInSqlite(session)
    setEnd(db, key, at, reason)
    touchInSqlite(db, conversationKey, at)
    return sessionByKey(db, key).session
  })
}
