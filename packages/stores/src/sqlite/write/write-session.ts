import type { Session, Usage, Version } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import { refuseCrowdedFile } from '../schema/message-key.ts'
import { packSqliteId } from '../schema/pack-id.ts'
import { hashText } from '../schema/pack-message.ts'
import { packName } from '../schema/pack-name.ts'
import type { TipFacts } from '../schema/rows.ts'

/** The rows that a new session hangs on. */
export interface SessionPlace {
  readonly conversationKey: number
  readonly parentKey?: number
  readonly tipFacts: TipFacts
}

/** Writes the row of a session, and returns its key. */
export function writeSessionInSqlite(db: Connection, session: Session, place: SessionPlace): number {
  const { conversationKey, parentKey, tipFacts } = place
  return db.run(
    `INSERT INTO session (id, conversation, kind, parent, parent_id, started_at, ended_at, end_reason, model, prompt,
       born_with, next_seq, usage, originals, said_at, versions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')`,
    packSqliteId(session.id),
    conversationKey,
    session.kind,
    parentKey ?? null,
    session.parent === undefined ? null : packSqliteId(session.parent),
    session.startedAt,
    session.endedAt ?? null,
    session.endReason ?? null,
    session.model === undefined ? null : packName(session.model),
    session.system === undefined ? null : writePrompt(db, session.system),
    session.bornWith,
    session.nextSeq,
    JSON.stringify(session.usage),
    tipFacts.originals,
    tipFacts.saidAt ?? null,
  )
}

/** Prompts are long and seldom change, so sessions share them. */
function writePrompt(db: Connection, system: string): number {
  const text = packName(system)
  const hash = hashText(text)
  const known = db.get('SELECT key FROM prompt WHERE hash = ?', hash)
  return known === undefined ? db.run('INSERT INTO prompt (hash, text) VALUES (?, ?)', hash, text) : Number(known.key)
}

/** The data written to a conversation's own row. */
export interface NewConversationRow {
  readonly id: string
  readonly title?: string
  readonly channel?: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly archivedAt?: number
}

export function writeConversationInSqlite(db: Connection, row: NewConversationRow): number {
  const key = db.run(
    'INSERT INTO conversation (id, title, channel, created_at, updated_at, archived_at) VALUES (?, ?, ?, ?, ?, ?)',
    packSqliteId(row.id),
    row.title === undefined ? null : packName(row.title),
    row.channel === undefined ? null : packName(row.channel),
    row.createdAt,
    row.updatedAt,
    row.archivedAt ?? null,
  )
  refuseCrowdedFile(key, db.path)
  return key
}

export function setTip(db: Connection, conversationKey: number, sessionKey: number): void {
  db.run('UPDATE conversation SET tip = ? WHERE key = ?', sessionKey, conversationKey)
}

export function setEnd(db: Connection, sessionKey: number, at: number, reason: string): void {
  db.run('UPDATE session SET ended_at = ?, end_reason = ? WHERE key = ?', at, reason, sessionKey)
}

/** The state of a session after what was said in it. */
export interface WrittenProgress {
  readonly nextSeq: number
  readonly usage: Usage
  readonly originals: number
  readonly at: number
}

export function setProgress(
  db: Connection,
  sessionKey: number,
  { nextSeq, usage, originals, at }: WrittenProgress,
): void {
  db.run(
    `UPDATE session SET next_seq = ?, usage = ?, originals = ?, said_at = max(coalesce(said_at, ?4), ?4) WHERE key = ?`,
    nextSeq,
    JSON.stringify(usage),
    originals,
    at,
    sessionKey,
  )
}

/** Resumes a parent where its continuation was, and passes on what the continuation knew of the conversation. */
export function reopen(db: Connection, sessionKey: number, nextSeq: number, { originals, saidAt }: TipFacts): void {
  db.run(
    `UPDATE session SET ended_at = NULL, end_reason = NULL, next_seq = ?, originals = ?, said_at = ? WHERE key = ?`,
    nextSeq,
    originals,
    saidAt ?? null,
    sessionKey,
  )
}

/** Writes the receipt or the ledger that a continuation came with. */
export function writeVersion(
  db: Connection,
  kind: 'receipt' | 'ledger',
  sessionKey: number,
  { at, value }: Pick<Version, 'at' | 'value'>,
): void {
  const json = JSON.stringify(value)
  db.run(
    `INSERT INTO version (kind, conversation, session, at, value)
       SELECT ?, conversation, key, ?, ? FROM session WHERE key = ?`,
    kind,
    at,
    json,
    sessionKey,
  )
  db.run('UPDATE session SET versions = versions || ? WHERE key = ?', sealVersion(kind, at, json), sessionKey)
}

/** The line by which a session knows a receipt or ledger that came with it. */
export function sealVersion(kind: string, at: number, json: string): string {
  return `${kind} ${hashText(`${at} ${json}`)}\n`
}

/** Something was said in it: there is something to be indexed, and it comes out of the archive. */
export function wake(db: Connection, conversationKey: number): void {
  db.run('UPDATE conversation SET waiting = 1, archived_at = NULL WHERE key = ?', conversationKey)
}

/** Someone changed it: it moves to the top of lists, and out of the archive. */
export function touchInSqlite(db: Connection, conversationKey: number, at: number): void {
  db.run(
    'UPDATE conversation SET updated_at = max(updated_at, ?), archived_at = NULL WHERE key = ?',
    at,
    conversationKey,
  )
}
