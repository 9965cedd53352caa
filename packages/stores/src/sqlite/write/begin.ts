import { checkNewIds, type NewSession, type Session, sessionId } from '@palimpsest/core/store'
import { invalidRequest } from '../../refuse.ts'
import type { Connection } from '../connection/connection.ts'
import { findConversationKey, findSessionInSqlite, needSessionInSqlite, sessionByKey } from '../read/find.ts'
import { unpackSqliteId } from '../schema/pack-id.ts'
import { addToList, messagesOfRuns, seqInRun } from '../schema/runs.ts'
import { setTip, writeConversationInSqlite, writeSessionInSqlite } from './write-session.ts'

/** Opens a session and the conversation it is the root of. */
export function beginInSqlite(db: Connection, wanted: NewSession): Session {
  return db.write(() => {
    const existing = findSessionInSqlite(db, wanted.id)
    if (existing !== undefined) return sameSession(existing.session, wanted)
    if (findConversationKey(db, wanted.conversation) !== undefined) {
      throw invalidRequest(`Conversation ${wanted.conversation} exists already; a new session needs one of its own.`)
    }
    checkNewIds([wanted.id, wanted.conversation])
    const parent = wanted.from && needSessionInSqlite(db, wanted.from.parent)
    const messages = parent === undefined ? [] : visibleKeys(db, parent.key, wanted.from?.view ?? [])
    const conversationKey = writeConversationInSqlite(db, {
      ...wanted,
      id: wanted.conversation,
      createdAt: wanted.at,
      updatedAt: wanted.at,
    })
    const key = writeSessionInSqlite(db, newSession(wanted, messages.length), {
      conversationKey,
      tipFacts: { originals: 0 },
      ...(parent && { parentKey: parent.key }),
    })
    addToList(db, key, 0, messages)
    setTip(db, conversationKey, key)
    return sessionByKey(db, key).session
  })
}

function newSession(wanted: NewSession, bornWith: number): Session {
  return {
    id: sessionId(wanted.id),
    conversation: wanted.conversation,
    kind: wanted.from?.kind ?? 'root',
    ...(wanted.from && { parent: wanted.from.parent }),
    startedAt: wanted.at,
    ...(wanted.model !== undefined && { model: wanted.model }),
    ...(wanted.system !== undefined && { system: wanted.system }),
    bornWith,
    nextSeq: bornWith,
    usage: {},
  }
}

function sameSession(existing: Session, wanted: NewSession): Session {
  if (existing.conversation === wanted.conversation) return existing
  throw invalidRequest(`Session ${wanted.id} exists already, in conversation ${existing.conversation}.`)
}

/** The keys of entries that a session shows before `end`, in the order asked for. */
export function visibleKeys(
  db: Connection,
  sessionKey: number,
  ids: readonly string[],
  end = Number.MAX_SAFE_INTEGER,
): readonly number[] {
  if (new Set(ids).size !== ids.length) throw invalidRequest('A view cannot show one entry twice.')
  if (ids.length === 0) return []
  const shown = new Map(
    db
      .all(`SELECT m.id, m.key FROM ${messagesOfRuns} WHERE r.session = ? AND ${seqInRun} < ?`, sessionKey, end)
      .map((row) => [unpackSqliteId(row.id), Number(row.key)]),
  )
  return ids.map((id) => {
    const key = shown.get(id)
    if (key === undefined) throw invalidRequest(`Entry ${id} is not among those that the session showed.`)
    return key
  })
}
