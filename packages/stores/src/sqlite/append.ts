import {
  addUsage,
  equalJson,
  Failure,
  parseJson,
  type Session,
  type SessionId,
  type Usage,
} from '@palimpsest/core/store'
import type { Connection } from './connection.ts'
import type { SqlRow } from './driver.ts'
import { needSession, wake } from './find.ts'
import { originalKey, refuseCrowd } from './message-key.ts'
import { unpackId } from './pack-id.ts'
import { hashText, unpackText } from './pack-message.ts'
import { invalid } from './refuse.ts'
import { readExtra, type SessionRow } from './rows.ts'
import { addRun, entrySeq, listedMessages } from './runs.ts'
import { writeOriginals } from './write-message.ts'
import { setProgress } from './write-session.ts'

/** An entry as it comes to the core: its message is JSON already, since that is how it will be kept. */
export interface SentEntry {
  readonly id: string
  readonly json: string
  readonly usage?: Usage
}

/** What is to be added, and where its sender believes the session to end. */
export interface Append {
  readonly session: SessionId
  readonly expectedSeq: number
  readonly entries: readonly SentEntry[]
  readonly at: number
}

/** Adds entries to the end of a live session. */
export function append(db: Connection, { session: id, expectedSeq, entries, at }: Append): Session {
  return db.write(() => {
    const row = needSession(db, id)
    const { session } = row
    if (session.endedAt !== undefined || session.nextSeq !== expectedSeq) {
      if (isThere(db, row.key, expectedSeq, entries)) return session
      throw conflict(session, expectedSeq)
    }
    if (entries.length === 0) return session
    writeEntries(db, row, entries, at)
    const usage = entries.reduce((total, entry) => (entry.usage ? addUsage(total, entry.usage) : total), session.usage)
    const nextSeq = session.nextSeq + entries.length
    setProgress(db, row.key, { nextSeq, usage, originals: row.talk.originals + entries.length, at })
    if (!row.awake) wake(db, row.conversationKey)
    return { ...session, nextSeq, usage }
  })
}

export function conflict(session: Session, expectedSeq?: number): Failure<'store/conflict'> {
  const state = session.endedAt === undefined ? `continues at ${session.nextSeq}` : `has ended (${session.endReason})`
  return new Failure('store/conflict', `Session ${session.id} ${state}. Read the tip and decide anew.`, {
    session: session.id,
    ...(expectedSeq !== undefined && { expectedSeq }),
    nextSeq: session.nextSeq,
  })
}

/** Whether these very entries stand there. The same ids with other words are somebody's mistake. */
function isThere(db: Connection, sessionKey: number, from: number, entries: readonly SentEntry[]): boolean {
  if (entries.length === 0) return false
  const rows = db.all(
    `SELECT m.id, m.hash, m.body, m.extra FROM ${listedMessages}
       WHERE r.session = ? AND ${entrySeq} >= ? ORDER BY r.seq, m.key LIMIT ?`,
    sessionKey,
    from,
    entries.length,
  )
  if (rows.length !== entries.length || !entries.every(({ id }, i) => unpackId(rows[i]?.id) === id)) return false
  for (const [i, entry] of entries.entries()) {
    if (rows[i] !== undefined && isSame(rows[i], entry)) continue
    throw invalid(`Entry ${entry.id} exists already, with another message. What was said does not change.`)
  }
  return true
}

function isSame(row: SqlRow, { json, usage = {} }: SentEntry): boolean {
  if (!equalJson({ ...readExtra(row).usage }, { ...usage })) return false
  if (row.hash instanceof Uint8Array && Buffer.compare(row.hash, hashText(json)) === 0) return true
  return equalJson(parseJson(unpackText(row.body)), parseJson(json))
}

function writeEntries(db: Connection, row: SessionRow, entries: readonly SentEntry[], at: number): void {
  const { key: sessionKey, conversationKey, session, talk } = row
  const place = talk.originals
  refuseCrowd(place + entries.length)
  const written = entries.map((entry) => ({ ...entry, at }))
  writeOriginals(db, written, { conversationKey, sessionKey }, place)
  addRun(db, sessionKey, session.nextSeq, { first: originalKey(conversationKey, place), count: entries.length })
}
