import {
  type Arrival,
  type Backlog,
  type ConversationId,
  checkNewIds,
  conversationId,
  entryId,
  type JsonObject,
  type Lane,
  type NewArrival,
  type PutArrival,
} from '@palimpsest/core/store'
import { reading, readRowNumber } from '../../reading.ts'
import type { Connection } from '../connection/connection.ts'
import type { SqlRow } from '../connection/driver.ts'
import { packSqliteId, unpackSqliteId } from '../schema/pack-id.ts'
import { packName, unpackName } from '../schema/pack-name.ts'
import { heldValues, holdsLane, isHeld } from './fence.ts'

/** Who asks for lanes or pieces, and for how long. */
export interface SqliteClaim {
  readonly holder: string
  readonly ttlMs: number
  readonly now: number
}

export function putInSqlite(db: Connection, arrivals: readonly NewArrival[], now: number): readonly PutArrival[] {
  checkNewIds(arrivals.flatMap(({ entry, conversation }) => [entry, conversation]))
  return db.write(() => arrivals.map((arrival) => putOne(db, arrival, now)))
}

/**
 * A lane begins at the millisecond it is made in. It changes hands less often than that, so one that comes after a removal
 * has neither an epoch of the one before nor the next one.
 */
function firstEpoch(now: number): number {
  return Math.floor(now)
}

function putOne(db: Connection, { conversation, source, entry, body, at }: NewArrival, now: number): PutArrival {
  const known = db.get('SELECT entry FROM arrival WHERE source = ?', packName(source))
  if (known !== undefined) return { entry: entryId(unpackSqliteId(known.entry)), isNew: false }
  const no = db.run(
    'INSERT INTO arrival (conversation, source, entry, body, at) VALUES (?, ?, ?, ?, ?)',
    packSqliteId(conversation),
    packName(source),
    packSqliteId(entry),
    JSON.stringify(body),
    at,
  )
  db.run(
    `INSERT INTO lane (conversation, arrived, oldest, epoch) VALUES (?, 1, ?, ?) ON CONFLICT DO UPDATE SET
       arrived = arrived + 1, oldest = CASE WHEN arrived > handled THEN oldest ELSE excluded.oldest END`,
    packSqliteId(conversation),
    no,
    firstEpoch(now),
  )
  return { entry, isNew: true }
}

/** Looks before it takes the write lock: most looks find nothing, and many processes may look. */
export function claimLanesInSqlite(db: Connection, most: number, { holder, ttlMs, now }: SqliteClaim): readonly Lane[] {
  const free = () =>
    db.all(
      `SELECT conversation FROM lane WHERE arrived > handled AND (holder IS NULL OR until <= ?) ORDER BY oldest LIMIT ?`,
      now,
      Math.max(0, Math.floor(most)),
    )
  if (free().length === 0) return []
  return db.write(() =>
    free().map((row) => {
      const taken = db.get(
        `UPDATE lane SET holder = ?, until = ?, epoch = epoch + 1 WHERE conversation = ? RETURNING conversation, epoch`,
        packName(holder),
        now + ttlMs,
        row.conversation ?? null,
      )
      return laneOf(taken ?? row, holder)
    }),
  )
}

export function takeLaneInSqlite(
  db: Connection,
  conversation: ConversationId,
  { holder, ttlMs, now }: SqliteClaim,
): Lane | undefined {
  checkNewIds([conversation])
  return db.write(() => {
    const taken = db.get(
      `INSERT INTO lane (conversation, holder, until, epoch) VALUES (?1, ?2, ?3, ?5)
         ON CONFLICT DO UPDATE SET holder = excluded.holder, until = excluded.until, epoch = epoch + 1
         WHERE holder IS NULL OR until <= ?4 RETURNING conversation, epoch`,
      packSqliteId(conversation),
      packName(holder),
      now + ttlMs,
      now,
      firstEpoch(now) + 1,
    )
    return taken && laneOf(taken, holder)
  })
}

export function nextArrivalInSqlite(db: Connection, lane: Lane): Arrival | undefined {
  return db.write(() => {
    if (!holdsLane(db, lane)) return undefined
    const row = db.get(
      `UPDATE arrival SET tries = tries + 1 WHERE no = (
         SELECT no FROM arrival WHERE conversation = ? AND done_at IS NULL ORDER BY no LIMIT 1
       ) RETURNING *`,
      packSqliteId(lane.conversation),
    )
    return row && arrivalOf(row)
  })
}

export function waitingArrivalInSqlite(db: Connection, source: string): Arrival | undefined {
  const row = db.get('SELECT * FROM arrival WHERE source = ? AND done_at IS NULL', packName(source))
  return row && arrivalOf(row)
}

export function doneInSqlite(db: Connection, lane: Lane, no: number, now: number): boolean {
  return db.write(() => {
    if (!holdsLane(db, lane)) return false
    const conversation = packSqliteId(lane.conversation)
    const isDone = db.change(
      'UPDATE arrival SET done_at = ?, body = NULL WHERE no = ? AND conversation = ? AND done_at IS NULL',
      now,
      no,
      conversation,
    )
    if (isDone === 0) return false
    db.run(
      `UPDATE lane SET handled = handled + 1, oldest = (
         SELECT min(no) FROM arrival a WHERE a.conversation = lane.conversation AND a.done_at IS NULL
       ) WHERE conversation = ?`,
      conversation,
    )
    return true
  })
}

export function releaseLaneInSqlite(db: Connection, lane: Lane): boolean {
  return db.write(() => {
    const held = db.get(`SELECT arrived > handled AS waits FROM lane WHERE ${isHeld}`, ...heldValues(lane))
    if (held?.waits === 1) return false
    yieldLaneInSqlite(db, lane)
    return true
  })
}

export function yieldLaneInSqlite(db: Connection, lane: Lane): void {
  db.write(() => db.run(`UPDATE lane SET holder = NULL, until = NULL WHERE ${isHeld}`, ...heldValues(lane)))
}

export function renewLanesInSqlite(db: Connection, { holder, ttlMs, now }: SqliteClaim): readonly Lane[] {
  return db.write(() => {
    const rows = db.all(
      'UPDATE lane SET until = ? WHERE holder = ? AND until > ? RETURNING conversation, epoch',
      now + ttlMs,
      packName(holder),
      now,
    )
    return rows.map((row) => laneOf(row, holder))
  })
}

/** How much waits in a table, and since when. The index holds only what waits, however long the table is. */
export function backlogInSqlite(db: Connection, table: 'arrival' | 'piece'): Backlog {
  const row = db.get(
    `WITH w AS (SELECT count(*) AS waiting, min(no) AS first FROM ${table} INDEXED BY ${table}_waiting WHERE done_at IS NULL)
       SELECT w.waiting, t.at FROM w LEFT JOIN ${table} t ON t.no = w.first`,
  )
  const waiting = Number(row?.waiting ?? 0)
  return typeof row?.at === 'number' ? { waiting, oldestAt: row.at } : { waiting }
}

function laneOf(row: SqlRow, holder: string): Lane {
  const conversation = conversationId(unpackSqliteId(row.conversation))
  return reading(
    () => `The lane of ${conversation}`,
    () => ({ conversation, holder, epoch: readRowNumber(row.epoch) }),
  )
}

function arrivalOf(row: SqlRow): Arrival {
  return reading(
    () => `Arrival ${row.no}`,
    () => ({
      no: readRowNumber(row.no),
      conversation: conversationId(unpackSqliteId(row.conversation)),
      source: unpackName(row.source),
      entry: entryId(unpackSqliteId(row.entry)),
      body: JSON.parse(String(row.body)) as JsonObject,
      at: readRowNumber(row.at),
      tries: readRowNumber(row.tries),
    }),
  )
}
