import {
  addUsage,
  checkNewIds,
  equalJson,
  type Lane,
  parseJson,
  type SessionId,
  type SessionProgress,
  type Usage,
} from '@palimpsest/core/store'
import { laneLost } from '../../lane-lost.ts'
import { invalidRequest } from '../../refuse.ts'
import type { Connection } from '../connection/connection.ts'
import type { SqlRow } from '../connection/driver.ts'
import { conflictInSqlite, notFoundInSqlite } from '../connection/refuse.ts'
import { holdsLane } from '../gateway/fence.ts'
import { needSessionInSqlite } from '../read/find.ts'
import { originalKey, refuseCrowd } from '../schema/message-key.ts'
import { packSqliteId, unpackSqliteId } from '../schema/pack-id.ts'
import { unpackSqliteText } from '../schema/pack-message.ts'
import { readExtra } from '../schema/read-extra.ts'
import { isAwake, usageOfSqliteRow } from '../schema/rows.ts'
import { addRun, messagesOfRuns, seqInRun } from '../schema/runs.ts'
import { writeOriginals } from './write-message.ts'
import { setProgress, wake } from './write-session.ts'

/** An entry as it comes to the core: its message is JSON already, since that is how it will be kept. */
export interface SentEntry {
  readonly id: string
  readonly json: string
  readonly usage?: Usage
}

/** The entries to add, and the place where their sender believes the session to end. */
export interface SqliteAppend {
  readonly session: SessionId
  readonly expectedSeq: number
  readonly entries: readonly SentEntry[]
  readonly at: number
  /** The lane that must still be held. */
  readonly lane?: Lane
}

/** Adds entries to the end of a live session. */
export function appendInSqlite(
  db: Connection,
  { session: id, expectedSeq, entries, at, lane }: SqliteAppend,
): SessionProgress {
  return db.write(() => {
    if (lane !== undefined && !holdsLane(db, lane)) throw laneLost(lane)
    const end = findEnd(db, id)
    const { nextSeq, usage } = end
    if (end.hasEnded || nextSeq !== expectedSeq) {
      if (isThere(db, end.key, expectedSeq, entries)) return { nextSeq, usage }
      throw conflictInSqlite(needSessionInSqlite(db, id).session, expectedSeq)
    }
    if (entries.length === 0) return { nextSeq, usage }
    checkNewIds(entries.map((entry) => entry.id))
    writeEntries(db, end, entries, at)
    const grown = { nextSeq: nextSeq + entries.length, usage: addUsages(usage, entries) }
    setProgress(db, end.key, { ...grown, originals: end.originals + entries.length, at })
    if (!end.isAwake) wake(db, end.conversationKey)
    return grown
  })
}

/** The place where an append goes. Not all of the session is read, since its system prompt may be long. */
interface SessionEnd extends SessionProgress {
  readonly key: number
  readonly conversationKey: number
  readonly hasEnded: boolean
  readonly originals: number
  readonly isAwake: boolean
}

function findEnd(db: Connection, id: SessionId): SessionEnd {
  const row = db.get(
    `SELECT s.key, s.id, s.conversation, s.ended_at, s.next_seq, s.usage, s.originals, ${isAwake} AS awake
       FROM session s JOIN conversation c ON c.key = s.conversation WHERE s.id = ?`,
    packSqliteId(id),
  )
  if (row === undefined) throw notFoundInSqlite('session', id)
  return {
    key: Number(row.key),
    conversationKey: Number(row.conversation),
    hasEnded: row.ended_at !== null,
    nextSeq: Number(row.next_seq),
    usage: usageOfSqliteRow(row),
    originals: Number(row.originals),
    isAwake: row.awake === 1,
  }
}

function addUsages(usage: Usage, entries: readonly SentEntry[]): Usage {
  return entries.reduce((total, entry) => (entry.usage ? addUsage(total, entry.usage) : total), usage)
}

/** Returns true when exactly these entries are there. The same ids with other words are somebody's mistake. */
function isThere(db: Connection, sessionKey: number, from: number, entries: readonly SentEntry[]): boolean {
  if (entries.length === 0) return false
  const rows = db.all(
    `SELECT m.id, m.body, m.extra FROM ${messagesOfRuns}
       WHERE r.session = ? AND ${seqInRun} >= ? ORDER BY r.seq, m.key LIMIT ?`,
    sessionKey,
    from,
    entries.length,
  )
  if (rows.length !== entries.length || !entries.every(({ id }, i) => unpackSqliteId(rows[i]?.id) === id)) return false
  for (const [i, entry] of entries.entries()) {
    if (rows[i] !== undefined && isSame(rows[i], entry)) continue
    throw invalidRequest(`Entry ${entry.id} exists already, with another message. What was said does not change.`)
  }
  return true
}

function isSame(row: SqlRow, { json, usage = {} }: SentEntry): boolean {
  if (!equalJson({ ...readExtra(row).usage }, { ...usage })) return false
  const kept = unpackSqliteText(row.body)
  return kept === json || equalJson(parseJson(kept), parseJson(json))
}

function writeEntries(db: Connection, end: SessionEnd, entries: readonly SentEntry[], at: number): void {
  const { key: sessionKey, conversationKey, nextSeq, originals: place } = end
  refuseCrowd(place + entries.length)
  const written = entries.map(({ id, json, usage }) => ({ id, json, at, ...(usage && { usage }) }))
  writeOriginals(db, written, { conversationKey, sessionKey }, place)
  addRun(db, sessionKey, nextSeq, { first: originalKey(conversationKey, place), count: entries.length })
}
