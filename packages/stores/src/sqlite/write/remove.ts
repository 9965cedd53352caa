import { type ConversationId, isFailure } from '@palimpsest/core/store'
import { invalidRequest } from '../../refuse.ts'
import type { Connection } from '../connection/connection.ts'
import { forgetConversationInSqlite, isKnownInSqlite } from '../gateway/forget.ts'
import { findConversationInSqlite, needConversationKey } from '../read/find.ts'
import { messageRange } from '../schema/message-key.ts'
import { unpackSqliteId } from '../schema/pack-id.ts'
import { conversationTables, updatedAt } from '../schema/rows.ts'
import { removeScope } from '../state/state.ts'

/** Removes conversations, and sees to it that what was said in them is not left in the bytes of the file either. */
export interface SqliteRemoval {
  /** Removes a conversation, its sessions, messages, versions, state and index rows, and what waits for it. Children keep the name of their parent. */
  remove(id: ConversationId): void
  /** Removes a conversation in which nothing was said, and that no gateway knows; returns whether it was one. */
  removeSilent(id: ConversationId): boolean
  /** Wipes the file where that is owed and due; returns in how many milliseconds to ask again. */
  wipeOwed(): number
  /** Wipes the file where that is owed, due or not: the file is closed next. */
  wipeLast(): void
}

/** After a wipe the file is left alone for so many times as long as that took: others want to write, too. */
const restShare = 20

/** A removal wipes the file at once, unless that was done just before: then once for all that were removed meanwhile. */
export function createRemovalInSqlite(db: Connection, now: () => number): SqliteRemoval {
  let isOwed = false
  let dueAt = 0
  const wipeNow = () => {
    const startedAt = now()
    isOwed = !wipe(db)
    dueAt = now() + restShare * Math.max(1, now() - startedAt)
  }
  return {
    remove: (id) => {
      const gone = securely(db, () => removeRows(db, id) + forgetConversationInSqlite(db, id, now()))
      if (gone > 0) isOwed = true
      if (isOwed && now() >= dueAt) wipeNow()
    },
    removeSilent: (id) =>
      securely(db, () => {
        if (findConversationInSqlite(db, id)?.messages !== 0 || isKnownInSqlite(db, id)) return false
        removeRows(db, id)
        return true
      }),
    wipeOwed: () => {
      if (isOwed && now() >= dueAt) wipeNow()
      return isOwed ? Math.max(1, dueAt - now()) : Number.POSITIVE_INFINITY
    },
    wipeLast: () => {
      if (isOwed) wipeNow()
    },
  }
}

function securely<T>(db: Connection, work: () => T): T {
  db.exec('PRAGMA secure_delete = ON')
  try {
    return db.write(work)
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
 * written anew and the log emptied. What is removed stays removed if others do not let it happen now. Returns whether they
 * did.
 */
function wipe(db: Connection): boolean {
  try {
    db.exec('VACUUM')
    db.get('PRAGMA wal_checkpoint(TRUNCATE)')
    return true
  } catch (error) {
    if (!isFailure(error, 'store/unavailable')) throw error
    return false
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
