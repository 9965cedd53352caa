import type { Session, Usage } from '@palimpsest/core'
import type { Connection } from './connection.ts'
import { packId } from './pack-id.ts'
import { hashText } from './pack-message.ts'

/** The rows that a new session hangs on. */
export interface SessionPlace {
  readonly conversationKey: number
  readonly parentKey?: number
}

/** Writes the row of a session, and returns its key. */
export function writeSession(db: Connection, session: Session, { conversationKey, parentKey }: SessionPlace): number {
  return db.run(
    `INSERT INTO session (id, conversation, kind, parent, parent_id, started_at, ended_at, end_reason, model, prompt,
       born_with, next_seq, usage) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    packId(session.id),
    conversationKey,
    session.kind,
    parentKey ?? null,
    session.parent === undefined ? null : packId(session.parent),
    session.startedAt,
    session.endedAt ?? null,
    session.endReason ?? null,
    session.model ?? null,
    session.system === undefined ? null : writePrompt(db, session.system),
    session.bornWith,
    session.nextSeq,
    JSON.stringify(session.usage),
  )
}

/** Prompts are long and seldom change, so sessions share them. As JSON, any text comes back to the byte. */
function writePrompt(db: Connection, system: string): number {
  const text = JSON.stringify(system)
  const hash = hashText(text)
  const known = db.get('SELECT key FROM prompt WHERE hash = ?', hash)
  return known === undefined ? db.run('INSERT INTO prompt (hash, text) VALUES (?, ?)', hash, text) : Number(known.key)
}

/** What is written of a conversation's own row. */
export interface ConversationRow {
  readonly id: string
  readonly title?: string
  readonly channel?: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly archivedAt?: number
}

export function writeConversation(db: Connection, row: ConversationRow): number {
  return db.run(
    'INSERT INTO conversation (id, title, channel, created_at, updated_at, archived_at) VALUES (?, ?, ?, ?, ?, ?)',
    packId(row.id),
    row.title ?? null,
    row.channel ?? null,
    row.createdAt,
    row.updatedAt,
    row.archivedAt ?? null,
  )
}

export function setTip(db: Connection, conversationKey: number, sessionKey: number): void {
  db.run('UPDATE conversation SET tip = ? WHERE key = ?', sessionKey, conversationKey)
}

export function setEnd(db: Connection, sessionKey: number, at: number, reason: string): void {
  db.run('UPDATE session SET ended_at = ?, end_reason = ? WHERE key = ?', at, reason, sessionKey)
}

export function setProgress(db: Connection, sessionKey: number, nextSeq: number, usage: Usage): void {
  db.run('UPDATE session SET next_seq = ?, usage = ? WHERE key = ?', nextSeq, JSON.stringify(usage), sessionKey)
}

export function writeEntry(db: Connection, sessionKey: number, seq: number, messageKey: number): void {
  db.run('INSERT INTO entry (session, seq, message) VALUES (?, ?, ?)', sessionKey, seq, messageKey)
}
