import type { Connection } from '../connection/connection.ts'
import { holderOf, messageRange } from '../schema/message-key.ts'
import { addToList, listedKeys } from '../schema/runs.ts'

/** Makes every list that showed messages by their old keys show them by their new ones. */
export function moveListed(db: Connection, moves: ReadonlyMap<number, number>): void {
  if (moves.size === 0) return
  for (const holder of new Set([...moves.keys()].map(holderOf))) {
    const { first, end } = messageRange(holder)
    const rows = db.all('SELECT DISTINCT session FROM run WHERE first >= ? AND first < ?', first, end)
    for (const row of rows) rewrite(db, Number(row.session), moves)
  }
}

function rewrite(db: Connection, sessionKey: number, moves: ReadonlyMap<number, number>): void {
  const keys = listedKeys(db, sessionKey)
  db.run('DELETE FROM run WHERE session = ?', sessionKey)
  addToList(
    db,
    sessionKey,
    0,
    keys.map((key) => moves.get(key) ?? key),
  )
}
