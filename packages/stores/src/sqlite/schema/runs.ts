import type { Connection } from '../connection/connection.ts'

/** Messages with consecutive keys that are next to each other in a session's list. */
export interface KeyRun {
  readonly first: number
  readonly count: number
}

/** Tables that show a session's list; `seqInRun` is an entry's place in it. */
export const messagesOfRuns = 'run r CROSS JOIN message m ON m.key >= r.first AND m.key < r.first + r.count'
export const seqInRun = '(r.seq + m.key - r.first)'

/** The keys of the messages that a session lists, in order. */
export function listedKeys(db: Connection, sessionKey: number, from = 0): readonly number[] {
  const rows = db.all('SELECT seq, first, count FROM run WHERE session = ? ORDER BY seq', sessionKey)
  return rows.flatMap((row) => {
    const [seq, first, count] = [Number(row.seq), Number(row.first), Number(row.count)]
    const skipped = Math.min(Math.max(from - seq, 0), count)
    return Array.from({ length: count - skipped }, (_, i) => first + skipped + i)
  })
}

/** Adds messages to the end of a list that ends at `seq`. */
export function addToList(db: Connection, sessionKey: number, seq: number, keys: readonly number[]): void {
  let next = seq
  for (const run of runsOf(keys)) {
    addRun(db, sessionKey, next, run)
    next += run.count
  }
}

/** Makes the last run longer where it goes on, so that talking on costs one small write. */
export function addRun(db: Connection, sessionKey: number, seq: number, { first, count }: KeyRun): void {
  const longer = db.change(
    `UPDATE run SET count = count + ?1 WHERE session = ?2 AND first + count = ?3 AND seq + count = ?4
       AND seq = (SELECT max(seq) FROM run WHERE session = ?2)`,
    count,
    sessionKey,
    first,
    seq,
  )
  if (longer > 0) return
  db.run('INSERT INTO run (session, seq, first, count) VALUES (?, ?, ?, ?)', sessionKey, seq, first, count)
}

function runsOf(keys: readonly number[]): readonly KeyRun[] {
  const runs: { first: number; count: number }[] = []
  for (const key of keys) {
    const last = runs.at(-1)
    if (last !== undefined && last.first + last.count === key) last.count += 1
    else runs.push({ first: key, count: 1 })
  }
  return runs
}
