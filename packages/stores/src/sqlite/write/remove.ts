import { type ConversationId, isFailure } from '@palimpsest/core/store'
import { invalidRequest } from '../../refuse.ts'
import type { Connection } from '../connection/connection.ts'
import { forgetConversationInSqlite } from '../gateway/forget.ts'
import { needConversationKey } from '../read/find.ts'
import { messageRange } from '../schema/message-key.ts'
import { unpackSqliteId } from '../schema/pack-id.ts'
import { conversationTables, updatedAt } from '../schema/rows.ts'
import { removeScope } from '../state/state.ts'

/**
 * Removes a conversation, its sessions, messages, versions, state and index rows, and what waits for it. Children keep the name of their parent.
 * What was said is not left in the bytes of the file either.
 */
export function removeInSqlite(db: Connection, id: ConversationId, now: number): void {
  db.exec('PRAGMA secure_delete = ON')
  try {
    if (db.write(() => removeRows(db, id) + forgetConversationInSqlite(db, id, now)) > 0) wipe(db)
  } finally {
    // Writing is faster without it.
    db.exec('PRAGMA secure_delete = OFF')
  }
}

/** Returns how many messages there were. */
function removeRows(db: Connection, id: ConversationId): number {
  const key = needConversationKey(db, id)
  refuseShown(db, key, id)
  db.run('UPDATE session SET parent = NULL WHERE parent IN (SELECT key FROM session WHERE conversation = ?)', key)
  const { first, end } = messageRange(key)
  const indexed = 'SELECT id FROM search_docsize WHERE id >= ? AND id < ?'
  const found = db.change(`DELETE FROM search WHERE rowid IN (${indexed})`, first, end)
  // The index only marks as gone what it holds, until it is written anew.
  if (found > 0) db.exec(`INSERT INTO search (search) VALUES ('optimize')`)
  db.run('DELETE FROM version WHERE conversation = ?', key)
  db.run('DELETE FROM run WHERE session IN (SELECT key FROM session WHERE conversation = ?)', key)
  const messages = db.change('DELETE FROM message WHERE key >= ? AND key < ?', first, end)
  db.run('DELETE FROM session WHERE conversation = ?', key)
  db.run('DELETE FROM conversation WHERE key = ?', key)
  removeScope(db, id)
  db.run('DELETE FROM prompt WHERE NOT EXISTS (SELECT 1 FROM session s WHERE s.prompt = prompt.key)')
  return messages
}

/**
 * Pages that were split or freed in earlier writes still hold copies of what was moved, and so does the log: the file is
 * written anew and the log emptied. What is removed stays removed if others do not let it happen now; the next removal
 * makes up for it.
 */
function wipe(db: Connection): void {
  try {
    db.exec('VACUUM')
    db.get('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!isFailure(error, 'store/unavailable')) throw error
  }
}

/** Hides idle conversations from lists; returns how many. */
export function archiveInSqlite(db: Connection, idleSince: number, at: number): number {
  return db.write(() => {
    const idle = `SELECT c.key FROM ${conversationTables} WHERE c.archived_at IS NULL AND ${updatedAt} < ?`
    return db.change(`UPDATE conversation SET archived_at = ? WHERE key IN (${idle})`, at, idleSince)
  })
}

function refuseShown(db: Connection, key: number, id: ConversationId): void {
  const { first, end } = messageRange(key)
  const shown = db.get(
    `SELECT c.id FROM run r JOIN session s ON s.key = r.session JOIN conversation c ON c.key = s.conversation
       WHERE r.first >= ? AND r.first < ? AND s.conversation <> ? LIMIT 1`,
    first,
    end,
    key,
  )
  if (shown === undefined) return
  throw invalidRequest(`Conversation ${unpackSqliteId(shown.id)} shows messages of ${id}. Remove that one first.`)
}
