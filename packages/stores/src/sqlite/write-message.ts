import type { StoredMessage } from '@palimpsest/core'
import type { Connection } from './connection.ts'
import { packId } from './pack-id.ts'
import { packMessage } from './pack-message.ts'
import type { MessageOrigin } from './rows.ts'

/** The rows that a message hangs on. */
export interface MessagePlace {
  readonly conversationKey: number
  readonly sessionKey: number
  readonly origin?: MessageOrigin
}

/** Writes a message, once and for good, and returns its key. */
export function writeMessage(
  db: Connection,
  stored: Omit<StoredMessage, 'conversation' | 'session'>,
  { conversationKey, sessionKey, origin }: MessagePlace,
): number {
  const { body, hash } = packMessage(stored.message)
  return db.run(
    `INSERT INTO message (id, conversation, session, place, at, body, hash, usage, stands_for, origin)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    packId(stored.id),
    conversationKey,
    sessionKey,
    stored.index ?? null,
    stored.at,
    body,
    hash,
    stored.usage === undefined ? null : JSON.stringify(stored.usage),
    stored.standsFor === undefined ? null : JSON.stringify(stored.standsFor),
    origin === undefined ? null : JSON.stringify(origin),
  )
}

export function messageKey(db: Connection, id: string): number | undefined {
  const row = db.get('SELECT key FROM message WHERE id = ?', packId(id))
  return row && Number(row.key)
}
