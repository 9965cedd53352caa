import type { Database } from '../connection/database.ts'
import type { SqlCheck } from '../verify/sql-check.ts'
import { lockLane } from './fence.ts'

/** What waits in each conversation: SQL. */
const waiting = `(SELECT conversation, count(*)::int AS count, min(no) AS first FROM @arrivals
  WHERE done_at IS NULL GROUP BY conversation)`

/** Lanes that do not count what waits in them, and those that are missing: SQL. */
const miscounted = `SELECT coalesce(l.conversation, w.conversation) AS id,
    'the lane counts ' || coalesce(l.arrived - l.handled, 0) || ' that wait, and has ' || coalesce(w.count, 0) AS detail
  FROM @lanes l FULL JOIN ${waiting} w ON w.conversation = l.conversation
  WHERE coalesce(l.arrived - l.handled, 0) <> coalesce(w.count, 0)`

const halfHeld = '(holder IS NULL) <> (until IS NULL)'

/** Lanes count what waits in them, what waits has a body, and no event is missing. */
export const gatewayChecks: readonly SqlCheck[] = [
  { code: 'lane-mismatch', derived: true, sql: miscounted },
  {
    code: 'lane-mismatch',
    derived: true,
    sql: `SELECT conversation AS id, 'the lane is held by nobody, or without an end' AS detail FROM @lanes WHERE ${halfHeld}`,
  },
  {
    code: 'row-damaged',
    sql: `SELECT conversation AS id, 'arrival ' || no || ' waits, and has no body' AS detail FROM @arrivals
        WHERE done_at IS NULL AND body IS NULL
      UNION ALL SELECT conversation, 'piece ' || no || ' waits, and has no body' FROM @pieces
        WHERE done_at IS NULL AND body IS NULL`,
  },
  {
    code: 'sequence-gap',
    sql: `SELECT conversation AS id, 'the log of events has gaps' AS detail FROM @events
      GROUP BY conversation HAVING count(*) <> max(id) - min(id) + 1`,
  },
  {
    code: 'count-mismatch',
    derived: true,
    sql: `SELECT e.conversation AS id, 'the log of events ends at ' || max(e.id) || ', not at ' || coalesce(l.last, 0) AS detail
      FROM @events e LEFT JOIN @eventlogs l ON l.conversation = e.conversation
      GROUP BY e.conversation, l.last HAVING max(e.id) IS DISTINCT FROM l.last`,
  },
]

/** Counts anew what waits in each lane. A lane that nobody holds for sure is given back. */
export async function repairLanesInPostgres(database: Database): Promise<void> {
  await database.write(`UPDATE @lanes SET holder = NULL, until = NULL WHERE ${halfHeld}`)
  for (const { id } of await database.run<{ id: Buffer }>(miscounted)) await recount(database, id)
  await database.write(
    `INSERT INTO @eventlogs AS l (conversation, last) SELECT conversation, max(id) FROM @events GROUP BY conversation
      ON CONFLICT (conversation) DO UPDATE SET last = greatest(l.last, excluded.last)`,
  )
}

/** Under the lock of the lane: what is put meanwhile is counted by whoever put it. */
function recount({ transaction }: Database, conversation: Buffer): Promise<void> {
  return transaction(async (run) => {
    await lockLane(run, conversation)
    await run(
      `UPDATE @lanes SET arrived = w.count, handled = 0, oldest = w.first
        FROM (SELECT count(*)::int AS count, min(no) AS first FROM @arrivals WHERE conversation = $1 AND done_at IS NULL) w
        WHERE conversation = $1`,
      [conversation],
    )
  })
}
