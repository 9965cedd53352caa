import {
  type Arrival,
  type Backlog,
  checkNewIds,
  conversationId,
  entryId,
  type Inbox,
  type JsonObject,
  type Lane,
} from '@palimpsest/core/store'
import { reading } from '../../reading.ts'
import type { Database } from '../connection/database.ts'
import { packPostgresId, unpackPostgresId } from '../schema/pack-id.ts'
import { encode } from '../schema/rows.ts'
import { firstEpochSql, heldValuesOf, isHeldFrom } from './fence.ts'
import { createForgetting } from './forget.ts'
import { putInPostgres } from './put.ts'
import type { Signals } from './signals.ts'

/** Every call is one statement. Whoever changes a lane and its arrivals locks the lane first. */
export function createPostgresInbox(database: Database, signals: Signals): Inbox {
  const { run, write } = database
  const notification = signals.notification({ kind: 'inbox' })
  const forget = createForgetting(database)
  return {
    put: async (arrivals) => {
      const answers = await putInPostgres(database, arrivals, notification)
      signals.notify({ kind: 'inbox' })
      await forget()
      return answers
    },
    claim: async (holder, most, ttlMs) => {
      if (most < 1) return []
      const rows = await write<LaneRow>(claimSql, [encode(holder), Math.floor(most), ttlMs])
      return rows.toSorted((a, b) => (a.oldest ?? 0) - (b.oldest ?? 0)).map((row) => laneOf(row, holder))
    },
    take: async (conversation, holder, ttlMs) => {
      checkNewIds([conversation])
      const [row] = await write<LaneRow>(takeSql, [packPostgresId(conversation), encode(holder), ttlMs])
      return row && laneOf(row, holder)
    },
    next: async (lane) => {
      const [row] = await write<ArrivalRow>(nextSql, heldValuesOf(lane))
      return row && arrivalOf(row)
    },
    waiting: async (source) => {
      const [row] = await run<ArrivalRow>(waitingSql, [encode(source)])
      return row && arrivalOf(row)
    },
    done: async (lane, no) => {
      if (!Number.isSafeInteger(no)) return false
      return (await write(doneSql, [...heldValuesOf(lane), no])).length > 0
    },
    release: async (lane) => {
      const [held] = await write<{ waits: boolean }>(releaseSql, heldValuesOf(lane))
      return held?.waits !== true
    },
    yield: async (lane) => {
      await write(yieldSql, [...heldValuesOf(lane), ...notification])
      signals.notify({ kind: 'inbox' })
    },
    renew: async (holder, ttlMs) => {
      const rows = await write<LaneRow>(renewSql, [encode(holder), ttlMs])
      return rows.map((row) => laneOf(row, holder))
    },
    backlog: () => backlogInPostgres(run, 'arrivals'),
    watch: signals.watchInbox,
  }
}

/** The end of a lease, by the server's clock: SQL. */
export const untilSql = (ttlMs: string) => `now() + ${ttlMs}::float8 * interval '1 millisecond'`
const laneColumns = 'l.conversation, l.epoch::float8 AS epoch, l.oldest::float8 AS oldest'

/** A lane that somebody is writing under is passed over: the next look finds it. */
const claimSql = `WITH free AS MATERIALIZED (
  SELECT conversation FROM @lanes WHERE arrived > handled AND (holder IS NULL OR until <= now())
  ORDER BY oldest LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE @lanes l SET holder = $1, until = ${untilSql('$3')}, epoch = l.epoch + 1
FROM free WHERE l.conversation = free.conversation RETURNING ${laneColumns}`

const takeSql = `INSERT INTO @lanes AS l (conversation, holder, until, epoch)
  VALUES ($1, $2, ${untilSql('$3')}, ${firstEpochSql} + 1)
  ON CONFLICT (conversation) DO UPDATE SET holder = excluded.holder, until = excluded.until, epoch = l.epoch + 1
  WHERE l.holder IS NULL OR l.until <= now() RETURNING ${laneColumns}`

const arrivalColumns = 'a.no::float8 AS no, a.conversation, a.source, a.entry, a.body, a.at, a.tries'

const nextSql = `UPDATE @arrivals a SET tries = a.tries + 1 FROM @lanes l
  WHERE ${isHeldFrom(1, 'l')} AND a.done_at IS NULL AND a.no = (
    SELECT no FROM @arrivals WHERE conversation = $1 AND done_at IS NULL ORDER BY no LIMIT 1)
  RETURNING ${arrivalColumns}`

const waitingSql = `SELECT ${arrivalColumns} FROM @arrivals a WHERE a.source = $1 AND a.done_at IS NULL`

/**
 * The lock on the lane makes it one step, also for who asks twice at once. An arrival that is put at the same moment may
 * not be seen yet: the number of the one that is done is then close enough to order lanes by.
 */
const doneSql = `WITH lane AS MATERIALIZED (
  SELECT conversation FROM @lanes WHERE ${isHeldFrom(1)} FOR NO KEY UPDATE
), arrival AS (
  UPDATE @arrivals a SET done_at = now(), body = NULL FROM lane
  WHERE a.no = $4 AND a.conversation = lane.conversation AND a.done_at IS NULL RETURNING a.no
)
UPDATE @lanes l SET handled = l.handled + 1, oldest = coalesce((
    SELECT min(w.no) FROM @arrivals w WHERE w.conversation = $1 AND w.done_at IS NULL AND w.no <> $4), arrival.no)
FROM arrival WHERE l.conversation = $1 RETURNING 1`

const releaseSql = `UPDATE @lanes SET holder = CASE WHEN arrived > handled THEN holder END,
  until = CASE WHEN arrived > handled THEN until END
  WHERE ${isHeldFrom(1)} RETURNING arrived > handled AS waits`

const yieldSql = `WITH freed AS (
  UPDATE @lanes SET holder = NULL, until = NULL WHERE ${isHeldFrom(1)} RETURNING arrived > handled AS waits
) SELECT pg_notify($4, $5) IS NULL AS notified FROM freed WHERE waits`

/** In the order of conversations, as whoever puts locks them. */
const renewSql = `WITH mine AS MATERIALIZED (
  SELECT conversation FROM @lanes WHERE holder = $1 AND until > now() ORDER BY conversation FOR NO KEY UPDATE
)
UPDATE @lanes l SET until = ${untilSql('$2')} FROM mine WHERE l.conversation = mine.conversation RETURNING ${laneColumns}`

/** How much waits in a table, and since when. */
export async function backlogInPostgres(run: Database['run'], table: 'arrivals' | 'pieces'): Promise<Backlog> {
  const [row] = await run<{ waiting: number; at: number | null }>(
    `WITH w AS MATERIALIZED (SELECT count(*)::int AS waiting, min(no) AS first FROM @${table} WHERE done_at IS NULL)
      SELECT w.waiting, t.at FROM w LEFT JOIN @${table} t ON t.no = w.first`,
  )
  const { waiting = 0, at = null } = row ?? {}
  return at === null ? { waiting } : { waiting, oldestAt: at }
}

type LaneRow = {
  readonly conversation: Buffer
  readonly epoch: number
  readonly oldest: number | null
}

function laneOf({ conversation, epoch }: LaneRow, holder: string): Lane {
  return { conversation: conversationId(unpackPostgresId(conversation)), holder, epoch }
}

type ArrivalRow = {
  readonly no: number
  readonly conversation: Buffer
  readonly source: string
  readonly entry: Buffer
  readonly body: string
  readonly at: number
  readonly tries: number
}

function arrivalOf({ no, conversation, source, entry, body, at, tries }: ArrivalRow): Arrival {
  return reading(
    () => `Arrival ${no}`,
    () => ({
      no,
      conversation: conversationId(unpackPostgresId(conversation)),
      source: JSON.parse(source) as string,
      entry: entryId(unpackPostgresId(entry)),
      body: JSON.parse(body) as JsonObject,
      at,
      tries,
    }),
  )
}
