import type { Session, SessionId } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import type { SqliteSessionRow } from '../schema/rows.ts'
import { needSessionInSqlite, sessionByKey, sessionsWhere } from './find.ts'

/** The newest continuation of a session; the session itself where there is none. */
export function readCompressionTipInSqlite(db: Connection, id: SessionId): Session {
  return db.read(() => {
    const { key } = needSessionInSqlite(db, id)
    return sessionByKey(db, chainFrom(db, key).at(-1) ?? key).session
  })
}

/** Returns the chain that a session belongs to, from its root to its tip. */
export function readLineageInSqlite(db: Connection, id: SessionId): readonly Session[] {
  return db.read(() => {
    const row = needSessionInSqlite(db, id)
    const rows = chainFrom(db, row.key).map((key) => sessionByKey(db, key))
    return [...ancestors(db, row), ...rows].map(({ session }) => session)
  })
}

export function readChildrenInSqlite(db: Connection, id: SessionId): readonly Session[] {
  return db.read(() => {
    const { key } = needSessionInSqlite(db, id)
    const rows = sessionsWhere(db, `s.parent = ? AND s.kind <> 'continuation' ORDER BY s.started_at, s.key`, key)
    return rows.map(({ session }) => session)
  })
}

/** Oldest first. A damaged file may hold a cycle: it is walked once. */
function ancestors(db: Connection, row: SqliteSessionRow): readonly SqliteSessionRow[] {
  const found: SqliteSessionRow[] = []
  const seen = new Set([row.key])
  for (let at = row; at.session.kind === 'continuation' && at.parentKey !== undefined; ) {
    if (seen.has(at.parentKey)) break
    at = sessionByKey(db, at.parentKey)
    seen.add(at.key)
    found.unshift(at)
  }
  return found
}

/** The keys of a session and its continuations, oldest first; `UNION` walks a cycle once. */
function chainFrom(db: Connection, key: number): readonly number[] {
  const rows = db.all(
    `WITH RECURSIVE chain (key) AS (
       SELECT ? UNION
       SELECT s.key FROM chain JOIN session p ON p.key = chain.key JOIN session s ON s.parent = p.key
       WHERE p.end_reason = 'compression' AND s.kind = 'continuation' AND s.end_reason IS NOT 'undone'
         AND s.started_at >= p.ended_at
     ) SELECT key FROM chain`,
    key,
  )
  return rows.map((row) => Number(row.key))
}
