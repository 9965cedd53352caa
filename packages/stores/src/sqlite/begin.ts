import { checkNewIds, type NewSession, type Session, sessionId } from '@palimpsest/core/store'
import type { Connection } from './connection.ts'
import { findConversationKey, findSession, needSession, sessionByKey } from './find.ts'
import { unpackId } from './pack-id.ts'
import { invalid } from './refuse.ts'
import { addToList, entrySeq, listedMessages } from './runs.ts'
import { setTip, writeConversation, writeSession } from './write-session.ts'

/** Opens a session and the conversation it is the root of. */
export function begin(db: Connection, wanted: NewSession): Session {
  return db.write(() => {
    const existing = findSession(db, wanted.id)
    if (existing !== undefined) return sameSession(existing.session, wanted)
    if (findConversationKey(db, wanted.conversation) !== undefined) {
      throw invalid(`Conversation ${wanted.conversation} exists already; a new session needs one of its own.`)
    }
    checkNewIds([wanted.id, wanted.conversation])
    const parent = wanted.from && needSession(db, wanted.from.parent)
    const messages = parent === undefined ? [] : visibleKeys(db, parent.key, wanted.from?.view ?? [])
    const conversationKey = writeConversation(db, {
      ...wanted,
      id: wanted.conversation,
      createdAt: wanted.at,
      updatedAt: wanted.at,
    })
    const key = writeSession(db, newSession(wanted, messages.length), {
      conversationKey,
      talk: { originals: 0 },
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
  throw invalid(`Session ${wanted.id} exists already, in conversation ${existing.conversation}.`)
}

/** The keys of entries that a session shows before `end`, in the order asked for. */
export function visibleKeys(
  db: Connection,
  sessionKey: number,
  ids: readonly string[],
  end = Number.MAX_SAFE_INTEGER,
): readonly number[] {
  if (new Set(ids).size !== ids.length) throw invalid('A view cannot show one entry twice.')
  if (ids.length === 0) return []
  const shown = new Map(
    db
      .all(`SELECT m.id, m.key FROM ${listedMessages} WHERE r.session = ? AND ${entrySeq} < ?`, sessionKey, end)
      .map((row) => [unpackId(row.id), Number(row.key)]),
  )
  return ids.map((id) => {
    const key = shown.get(id)
    if (key === undefined) throw invalid(`Entry ${id} is not among those that the session showed.`)
    return key
  })
}
