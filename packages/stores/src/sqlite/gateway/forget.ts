import { type ConversationId, keptSourceDays } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import { packSqliteId } from '../schema/pack-id.ts'

/** Rows looked at in one step, oldest first: few enough to hold the write lock only briefly. */
const pageRows = 1000

const keptMs = keptSourceDays * 24 * 60 * 60 * 1000

/** Forgets what was done so long ago that no repeat will come. Returns whether there may be more. */
export function forgetDoneInSqlite(db: Connection, now: number): boolean {
  const forgotten = (['arrival', 'piece'] as const).map((table) =>
    db.write(() =>
      db.change(
        `DELETE FROM ${table} WHERE no IN (SELECT no FROM ${table} ORDER BY no LIMIT ${pageRows}) AND done_at < ?`,
        now - keptMs,
      ),
    ),
  )
  return forgotten.includes(pageRows)
}

/**
 * Nothing of a conversation that is removed waits any more, and none of its words stay; its sources stay known for a
 * while. Returns how many rows had words.
 */
export function forgetConversationInSqlite(db: Connection, conversation: ConversationId, now: number): number {
  const id = packSqliteId(conversation)
  const end = 'SET done_at = ?, body = NULL'
  const changed = [
    db.change(`UPDATE arrival ${end} WHERE conversation = ? AND done_at IS NULL`, now, id),
    db.change(`UPDATE piece ${end}, holder = NULL, until = NULL WHERE conversation = ? AND done_at IS NULL`, now, id),
    db.change('DELETE FROM event WHERE conversation = ?', id),
  ]
  db.run('DELETE FROM lane WHERE conversation = ?', id)
  return changed.reduce((sum, count) => sum + count, 0)
}

/** True when something came for a conversation, or happened or is being done in it; a removal ends that. */
export function isKnownInSqlite(db: Connection, conversation: ConversationId): boolean {
  const found = db.get(
    `SELECT 1 FROM lane WHERE conversation = ?1 UNION ALL SELECT 1 FROM event WHERE conversation = ?1
       UNION ALL SELECT 1 FROM piece WHERE conversation = ?1 AND done_at IS NULL LIMIT 1`,
    packSqliteId(conversation),
  )
  return found !== undefined
}
