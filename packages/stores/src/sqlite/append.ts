import { addUsage, Failure, type NewEntry, type Session, type SessionId } from '@palimpsest/core'
import type { Connection } from './connection.ts'
import { invalid, needSession } from './find.ts'
import { unpackId } from './pack-id.ts'
import type { SessionRow } from './rows.ts'
import { messageKey, writeMessage } from './write-message.ts'
import { setProgress, writeEntry } from './write-session.ts'

/** What is to be added, and where its sender believes the session to end. */
export interface Append {
  readonly session: SessionId
  readonly expectedSeq: number
  readonly entries: readonly NewEntry[]
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
    refuseKnown(db, entries)
    writeEntries(db, row, entries, at)
    const usage = entries.reduce((total, entry) => addUsage(total, entry.usage ?? {}), session.usage)
    const nextSeq = session.nextSeq + entries.length
    setProgress(db, row.key, nextSeq, usage)
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

function isThere(db: Connection, sessionKey: number, from: number, entries: readonly NewEntry[]): boolean {
  if (entries.length === 0) return false
  const rows = db.all(
    `SELECT m.id FROM entry e JOIN message m ON m.key = e.message
       WHERE e.session = ? AND e.seq >= ? ORDER BY e.seq LIMIT ?`,
    sessionKey,
    from,
    entries.length,
  )
  return rows.length === entries.length && entries.every(({ id }, i) => unpackId(rows[i]?.id) === id)
}

function refuseKnown(db: Connection, entries: readonly NewEntry[]): void {
  const seen = new Set<string>()
  for (const { id } of entries) {
    if (seen.has(id) || messageKey(db, id) !== undefined) {
      throw invalid(`Entry ${id} exists already, elsewhere. Ids are minted once.`)
    }
    seen.add(id)
  }
}

function writeEntries(db: Connection, row: SessionRow, entries: readonly NewEntry[], at: number): void {
  const { key, conversationKey, session } = row
  const counted = db.get(
    `UPDATE conversation SET originals = originals + ?, updated_at = max(updated_at, ?), archived_at = NULL
       WHERE key = ? RETURNING originals`,
    entries.length,
    at,
    conversationKey,
  )
  const first = Number(counted?.originals) - entries.length
  for (const [i, { id, message, usage }] of entries.entries()) {
    const stored = { id, message, at, index: first + i, ...(usage && { usage }) }
    writeEntry(db, key, session.nextSeq + i, writeMessage(db, stored, { conversationKey, sessionKey: key }))
  }
}
