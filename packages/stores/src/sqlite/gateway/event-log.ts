import { type ConversationId, checkNewIds, type Json, keptEvents, type LoggedEvent } from '@palimpsest/core/store'
import { reading, readRowNumber } from '../../reading.ts'
import type { Connection } from '../connection/connection.ts'
import { packSqliteId } from '../schema/pack-id.ts'

/** Events that happened in a conversation at one moment. */
export interface SqliteEvents {
  readonly conversation: ConversationId
  readonly events: readonly Json[]
  readonly at: number
}

export function appendEventsInSqlite(db: Connection, { conversation, events, at }: SqliteEvents): number {
  checkNewIds([conversation])
  const id = packSqliteId(conversation)
  return db.write(() => {
    let last = Number(db.get('SELECT max(id) AS last FROM event WHERE conversation = ?', id)?.last ?? 0)
    for (const event of events) {
      last += 1
      db.run('INSERT INTO event (conversation, id, at, event) VALUES (?, ?, ?, ?)', id, last, at, JSON.stringify(event))
    }
    db.run('DELETE FROM event WHERE conversation = ? AND id <= ?', id, last - keptEvents)
    return last
  })
}

export function readEventsInSqlite(
  db: Connection,
  conversation: ConversationId,
  after: number,
  limit: number,
): readonly LoggedEvent[] {
  const rows = db.all(
    'SELECT id, at, event FROM event WHERE conversation = ? AND id > ? ORDER BY id LIMIT ?',
    packSqliteId(conversation),
    after,
    Math.max(0, limit),
  )
  return rows.map((row) =>
    reading(
      () => `Event ${row.id} of ${conversation}`,
      () => ({ id: readRowNumber(row.id), at: readRowNumber(row.at), event: JSON.parse(String(row.event)) as Json }),
    ),
  )
}
