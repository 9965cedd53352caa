import type { Session, SessionId } from '@palimpsest/core/store'
import type { Database } from './database.ts'
import { needSession } from './find.ts'
import { packId } from './pack-id.ts'
import { notFound } from './refuse.ts'
import { type RawSessionRow, type SessionRow, sessionOf, sessionRowOf } from './rows.ts'

/** `UNION` without `ALL` ends the walk even where a damaged store leads in a circle. */
const tipSql = `WITH RECURSIVE chain AS (
  SELECT no, id, ended_at, end_reason FROM @sessions WHERE id = $1
  UNION
  SELECT s.no, s.id, s.ended_at, s.end_reason FROM chain JOIN @sessions s ON s.parent = chain.id
  WHERE chain.end_reason = 'compression' AND s.kind = 'continuation' AND s.started_at >= chain.ended_at
    AND s.end_reason IS DISTINCT FROM 'undone'
)
SELECT s.* FROM chain JOIN @sessions s ON s.no = chain.no ORDER BY chain.no DESC LIMIT 1`

/** The newest continuation of a session. */
export async function compressionTip(database: Database, id: SessionId): Promise<Session> {
  const [row] = await database.run<RawSessionRow>(tipSql, [packId(id)])
  if (row === undefined) throw notFound('session', id)
  return sessionOf(sessionRowOf(row))
}

/** From the root to the tip; of undone sessions only the one that was asked for. */
export async function lineage(database: Database, id: SessionId): Promise<readonly Session[]> {
  const asked = await needSession(database.run, id)
  const raw = await database.run<RawSessionRow>('SELECT * FROM @sessions WHERE conversation = $1', [
    packId(asked.conversation),
  ])
  const rows = raw.map(sessionRowOf)
  return [...ancestors(asked, rows), asked, ...descendants(asked, rows)].map(sessionOf)
}

function ancestors(session: SessionRow, rows: readonly SessionRow[]): readonly SessionRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const found: SessionRow[] = []
  const parentOf = (row: SessionRow) => (row.kind === 'continuation' ? byId.get(row.parent ?? '') : undefined)
  for (let at = parentOf(session); at !== undefined && !found.includes(at); at = parentOf(at)) found.unshift(at)
  return found
}

function descendants(session: SessionRow, rows: readonly SessionRow[]): readonly SessionRow[] {
  const going = rows.filter((row) => row.kind === 'continuation' && row.end_reason !== 'undone')
  const byParent = new Map(going.map((row) => [row.parent, row]))
  const found: SessionRow[] = []
  for (let at = byParent.get(session.id); at !== undefined && !found.includes(at); at = byParent.get(at.id)) {
    found.push(at)
  }
  return found
}

/** Branches and sub-agents, in the order they started. */
export async function children(database: Database, id: SessionId): Promise<readonly Session[]> {
  await needSession(database.run, id)
  const rows = await database.run<RawSessionRow>(
    `SELECT * FROM @sessions WHERE parent = $1 AND kind IN ('branch', 'subagent') ORDER BY started_at, no`,
    [packId(id)],
  )
  return rows.map((row) => sessionOf(sessionRowOf(row)))
}
