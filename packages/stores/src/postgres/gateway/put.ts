import { checkNewIds, entryId, type NewArrival, type PutArrival } from '@palimpsest/core/store'
import type { Database } from '../connection/database.ts'
import { byteaArray } from '../connection/wire-array.ts'
import { packPostgresId, unpackPostgresId } from '../schema/pack-id.ts'
import { encode } from '../schema/rows.ts'
import { firstEpochSql } from './fence.ts'
import type { Signals } from './signals.ts'

/**
 * Arrivals first, in their order, then lanes in the order of conversations: two who put for the same conversations wait for
 * each other in turn. Only the same
 * sources in another order could make both wait, and the server ends that.
 */
const putSql = `WITH given AS (
  SELECT * FROM unnest($1::bytea[], $2::text[], $3::bytea[], $4::text[], $5::float8[])
    WITH ORDINALITY AS g (conversation, source, entry, body, at, i)
), fresh AS (
  INSERT INTO @arrivals (conversation, source, entry, body, at)
  SELECT conversation, source, entry, body, at FROM given ORDER BY i
  ON CONFLICT (source) DO NOTHING
  RETURNING no, conversation, source, entry
), counted AS (
  INSERT INTO @lanes AS l (conversation, arrived, oldest, epoch)
  SELECT conversation, count(*), min(no), ${firstEpochSql} FROM fresh GROUP BY conversation
  ORDER BY conversation
  ON CONFLICT (conversation) DO UPDATE SET arrived = l.arrived + excluded.arrived,
    oldest = CASE WHEN l.arrived > l.handled THEN l.oldest ELSE excluded.oldest END
)
SELECT source, entry, true AS fresh, pg_notify($6, $7) IS NULL AS notified FROM fresh
UNION ALL SELECT a.source, a.entry, false, false FROM given JOIN @arrivals a ON a.source = given.source`

interface KnownRow {
  readonly source: string
  readonly entry: Buffer
}

interface PutRow extends KnownRow {
  readonly fresh: boolean
}

/** Keeps arrivals in one trip to the server; a second one only asks about those that others put at the same moment. */
export async function putInPostgres(
  database: Database,
  arrivals: readonly NewArrival[],
  notification: ReturnType<Signals['notification']>,
): Promise<readonly PutArrival[]> {
  checkNewIds(arrivals.flatMap(({ entry, conversation }) => [entry, conversation]))
  const given = uniqueRows(arrivals)
  if (given.length === 0) return []
  const rows = await database.write<PutRow & Record<string, unknown>>(putSql, [
    byteaArray(given.map(({ conversation }) => conversation)),
    given.map(({ source }) => source),
    byteaArray(given.map(({ arrival }) => packPostgresId(arrival.entry))),
    given.map(({ arrival }) => encode(arrival.body)),
    given.map(({ arrival }) => arrival.at),
    ...notification,
  ])
  const fresh = new Set(rows.flatMap((row) => (row.fresh ? [row.source] : [])))
  const known = new Map(rows.map(({ source, entry }) => [source, entry]))
  for (const { source, entry } of await readRaced(database, given, known)) known.set(source, entry)
  return arrivals.map((arrival) => {
    const source = encode(arrival.source)
    const entry = known.get(source)
    // Only the first of those with one source in a put is new.
    return {
      entry: entry === undefined ? arrival.entry : entryId(unpackPostgresId(entry)),
      isNew: fresh.delete(source),
    }
  })
}

interface GivenRow {
  readonly conversation: Buffer
  readonly source: string
  readonly arrival: NewArrival
}

/** Each source once: the first. */
function uniqueRows(arrivals: readonly NewArrival[]): readonly GivenRow[] {
  const bySource = new Map<string, GivenRow>()
  for (const arrival of arrivals) {
    const source = encode(arrival.source)
    if (!bySource.has(source))
      bySource.set(source, { conversation: packPostgresId(arrival.conversation), source, arrival })
  }
  return [...bySource.values()]
}

async function readRaced(
  { run }: Database,
  given: readonly GivenRow[],
  known: ReadonlyMap<string, Buffer>,
): Promise<readonly KnownRow[]> {
  const missing = given.map(({ source }) => source).filter((source) => !known.has(source))
  if (missing.length === 0) return []
  return run<KnownRow & Record<string, unknown>>(
    'SELECT source, entry FROM @arrivals WHERE source = ANY ($1::text[])',
    [missing],
  )
}
