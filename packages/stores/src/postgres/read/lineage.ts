import type { Session, SessionId } from '@palimpsest/core/store'
import type { Database } from '../connection/database.ts'
import { notFoundInPostgres } from '../connection/refuse.ts'
import { packPostgresId } from '../schema/pack-id.ts'
import { type PostgresSessionRow, type RawSessionRow, sessionOfPostgresRow, sessionRowOf } from '../schema/rows.ts'
import { needSessionInPostgres } from './find.ts'

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
export async function readCompressionTipInPostgres(database: Database, id: SessionId): Promise<Session> {
  const [row] = await database.run<RawSessionRow>(tipSql, [packPostgresId(id)])
  if (row === undefined) throw notFoundInPostgres('session', id)
  return sessionOfPostgresRow(sessionRowOf(row))
}

/** From the root to the tip; of undone sessions only the one that was asked for. */
export async function readLineageInPostgres(database: Database, id: SessionId): Promise<readonly Session[]> {
  const asked = await needSessionInPostgres(database.run, id)
  const raw = await database.run<RawSessionRow>('SELECT * FROM @sessions WHERE conversation = $1', [
    packPostgresId(asked.conversation),
  ])
  const rows = raw.map(sessionRowOf)
  return [...ancestors(asked, rows), asked, ...descendants(asked, rows)].map(sessionOfPostgresRow)
}

function ancestors(session: PostgresSessionRow, rows: readonly PostgresSessionRow[]): readonly PostgresSessionRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const found: PostgresSessionRow[] = []
  const parentOf = (row: PostgresSessionRow) => (row.kind === 'continuation' ? byId.get(row.parent ?? '') : undefined)
  for (let at = parentOf(session); at !== undefined && !found.includes(at); at = parentOf(at)) found.unshift(at)
  return found
}

function descendants(session: PostgresSessionRow, rows: readonly PostgresSessionRow[]): readonly PostgresSessionRow[] {
  const going = rows.filter((row) => row.kind === 'continuation' && row.end_reason !== 'undone')
  const byParent = new Map(going.map((row) => [row.parent, row]))
  const found: PostgresSessionRow[] = []
  for (let at = byParent.get(session.id); at !== undefined && !found.includes(at); at = byParent.get(at.id)) {
    found.push(at)
  }
  return found
}

/** Branches and sub-agents, in the order they started. */
export async function readChildrenInPostgres(database: Database, id: SessionId): Promise<readonly Session[]> {
  await needSessionInPostgres(database.run, id)
  const rows = await database.run<RawSessionRow>(
    `SELECT * FROM @sessions WHERE parent = $1 AND kind IN ('branch', 'subagent') ORDER BY started_at, no`,
    [packPostgresId(id)],
  )
  return rows.map((row) => sessionOfPostgresRow(sessionRowOf(row)))
}
