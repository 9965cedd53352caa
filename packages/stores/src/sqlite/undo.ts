import type { EndReason, Session, SessionId } from '@palimpsest/core/store'
import { conflict } from './append.ts'
import type { Connection } from './connection.ts'
import { needSession, sessionByKey, touch } from './find.ts'
import { invalid } from './refuse.ts'
import { addToList, listedKeys } from './runs.ts'
import { reopen, setEnd, setTip } from './write-session.ts'

/** Takes a compaction back; what was said in the continuation follows in its parent, by reference. */
export function undo(db: Connection, continuation: SessionId, at: number): Session {
  return db.write(() => {
    const row = needSession(db, continuation)
    const { session, key, parentKey, conversationKey, talk } = row
    if (session.kind !== 'continuation' || parentKey === undefined) {
      throw invalid(`Session ${continuation} was not made by a compaction, so there is none to take back.`)
    }
    if (session.endedAt !== undefined) throw conflict(session)
    setEnd(db, key, at, 'undone')
    const { nextSeq } = sessionByKey(db, parentKey).session
    addToList(db, parentKey, nextSeq, listedKeys(db, key, session.bornWith))
    reopen(db, parentKey, nextSeq + session.nextSeq - session.bornWith, talk)
    setTip(db, conversationKey, parentKey)
    touch(db, conversationKey, at)
    return sessionByKey(db, parentKey).session
  })
}

/** Ends a session for good. Compressed and undone sessions come about by `compact` and `undo` only. */
export function close(db: Connection, id: SessionId, reason: EndReason, at: number): Session {
  return db.write(() => {
    const { session, key, conversationKey } = needSession(db, id)
    if (reason !== 'closed') throw invalid(`A session cannot be closed as "${reason}": compact or undo it instead.`)
    if (session.endReason === reason) return session
    if (session.endedAt !== undefined) throw conflict(session)
    setEnd(db, key, at, reason)
    touch(db, conversationKey, at)
    return sessionByKey(db, key).session
  })
}
