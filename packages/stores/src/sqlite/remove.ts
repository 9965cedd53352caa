import type { ConversationId } from '@palimpsest/core'
import type { Connection } from './connection.ts'
import { invalid, needConversationKey } from './find.ts'
import { unpackId } from './pack-id.ts'

/** Removes a conversation, its sessions, messages, versions and index rows. Children keep the name of their parent. */
export function remove(db: Connection, id: ConversationId): void {
  db.write(() => {
    const key = needConversationKey(db, id)
    refuseShown(db, key, id)
    db.run('UPDATE session SET parent = NULL WHERE parent IN (SELECT key FROM session WHERE conversation = ?)', key)
    db.run(
      'DELETE FROM search WHERE rowid IN (SELECT key FROM message WHERE conversation = ? AND place IS NOT NULL)',
      key,
    )
    db.run('DELETE FROM version WHERE conversation = ?', key)
    db.run('DELETE FROM entry WHERE session IN (SELECT key FROM session WHERE conversation = ?)', key)
    db.run('DELETE FROM message WHERE conversation = ?', key)
    db.run('DELETE FROM session WHERE conversation = ?', key)
    db.run('DELETE FROM conversation WHERE key = ?', key)
    db.run('DELETE FROM prompt WHERE NOT EXISTS (SELECT 1 FROM session s WHERE s.prompt = prompt.key)')
  })
}

/** Hides idle conversations from lists; returns how many. */
export function archive(db: Connection, idleSince: number, at: number): number {
  return db.write(() => {
    const idle = 'archived_at IS NULL AND updated_at < ?'
    const count = Number(db.get(`SELECT count(*) AS n FROM conversation WHERE ${idle}`, idleSince)?.n)
    db.run(`UPDATE conversation SET archived_at = ? WHERE ${idle}`, at, idleSince)
    return count
  })
}

/** Only what a session was born with can be of another conversation. */
function refuseShown(db: Connection, key: number, id: ConversationId): void {
  const shown = db.get(
    `SELECT c.id FROM session s JOIN entry e ON e.session = s.key AND e.seq < s.born_with
       JOIN message m ON m.key = e.message JOIN conversation c ON c.key = s.conversation
       WHERE m.conversation = ? AND s.conversation <> ? LIMIT 1`,
    key,
    key,
  )
  if (shown === undefined) return
  throw invalid(`Conversation ${unpackId(shown.id)} shows messages of ${id}. Remove that one first.`)
}
