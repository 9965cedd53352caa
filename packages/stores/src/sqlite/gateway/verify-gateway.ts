import type { StoreProblem } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import type { SqlRow } from '../connection/driver.ts'
import { unpackSqliteId } from '../schema/pack-id.ts'

/** What waits in each conversation: SQL. */
const waiting = `(SELECT conversation, count(*) AS count, min(no) AS first FROM arrival WHERE done_at IS NULL GROUP BY conversation)`

/** Checks that lanes count what waits in them, that what waits has a body, and that no event is missing. */
export function verifyGatewayInSqlite(db: Connection): readonly StoreProblem[] {
  return [...miscountedLanes(db), ...bareRows(db), ...eventGaps(db)]
}

function miscountedLanes(db: Connection): readonly StoreProblem[] {
  const miscounted = db.all(
    `SELECT l.conversation FROM lane l LEFT JOIN ${waiting} w ON w.conversation = l.conversation
       WHERE l.arrived - l.handled IS NOT coalesce(w.count, 0) OR (w.count > 0 AND l.oldest IS NOT w.first)
     UNION SELECT w.conversation FROM ${waiting} w WHERE w.conversation NOT IN (SELECT conversation FROM lane) LIMIT 100`,
  )
  const halfHeld = db.all('SELECT conversation FROM lane WHERE (holder IS NULL) <> (until IS NULL) LIMIT 100')
  return [
    ...miscounted.map((row) => problem('lane-mismatch', row, 'Its lane does not count what waits in it.', true)),
    ...halfHeld.map((row) => problem('lane-mismatch', row, 'Its lane is held by nobody, or without an end.', true)),
  ]
}

function bareRows(db: Connection): readonly StoreProblem[] {
  return (['arrival', 'piece'] as const).flatMap((table) => {
    const rows = db.all(`SELECT conversation, no FROM ${table} WHERE done_at IS NULL AND body IS NULL LIMIT 100`)
    return rows.map((row) => problem('row-damaged', row, `Its ${table} ${row.no} waits, and has no body.`))
  })
}

function eventGaps(db: Connection): readonly StoreProblem[] {
  const rows = db.all(
    'SELECT conversation FROM event GROUP BY conversation HAVING count(*) <> max(id) - min(id) + 1 LIMIT 100',
  )
  return rows.map((row) => problem('sequence-gap', row, 'Its log of events has gaps.'))
}

/** Counts anew what waits in each lane. A lane that nobody holds for sure is given back. */
export function repairLanesInSqlite(db: Connection): void {
  db.exec('UPDATE lane SET holder = NULL, until = NULL WHERE (holder IS NULL) <> (until IS NULL)')
  db.exec(`INSERT INTO lane (conversation, epoch) SELECT w.conversation, unixepoch() FROM ${waiting} w
    WHERE true ON CONFLICT DO NOTHING`)
  db.exec(`UPDATE lane SET arrived = w.count, handled = 0, oldest = w.first FROM ${waiting} w
    WHERE w.conversation = lane.conversation AND (arrived - handled IS NOT w.count OR oldest IS NOT w.first)`)
  db.exec(`UPDATE lane SET arrived = 0, handled = 0 WHERE arrived - handled IS NOT 0
    AND conversation NOT IN (SELECT conversation FROM arrival WHERE done_at IS NULL)`)
}

function problem(code: string, { conversation }: SqlRow, detail: string, derived = false): StoreProblem {
  return { code, where: unpackSqliteId(conversation), detail, derived }
}
