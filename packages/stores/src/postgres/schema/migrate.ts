import { Failure } from '@palimpsest/core/store'
import type { Database, RunStatement } from '../connection/database.ts'
import { invalidInPostgres } from '../connection/refuse.ts'
import { migrations } from './migrations.ts'

/** Brings the schema to this version, once, however many processes start at the same time. */
export async function migrateSchema(database: Database, schema: string): Promise<void> {
  if ((await versionOf(database.run, schema)) === migrations.length) return
  await database.transaction(async (run) => {
    // Whoever migrates a large store takes longer than a write does.
    await run(`SET LOCAL lock_timeout = '60s'`)
    await run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`palimpsest:${schema}`])
    const version = await versionOf(run, schema)
    if (version === migrations.length) return
    await refuseEncoding(run)
    if (version === 0) await run(`CREATE SCHEMA IF NOT EXISTS "${schema.replaceAll('"', '""')}"`)
    for (const statement of migrations.slice(version).flat()) await run(statement)
    await run('DELETE FROM @version')
    await run('INSERT INTO @version (version) VALUES ($1)', [migrations.length])
  })
}

async function versionOf(run: RunStatement, schema: string): Promise<number> {
  const there = await run('SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = $2', [schema, 'version'])
  if (there.length === 0) return 0
  const rows = await run<{ version: number }>('SELECT version FROM @version')
  const version = rows[0]?.version ?? 0
  if (version <= migrations.length) return version
  throw new Failure(
    'store/unavailable',
    `The database was written by a newer Palimpsest (schema ${version}; this one knows ${migrations.length}). Update it.`,
    { cause: 'newer', retry: false },
  )
}

/** In other encodings most of what people write could not be stored. */
async function refuseEncoding(run: RunStatement): Promise<void> {
  const rows = await run<{ encoding: string }>(`SELECT current_setting('server_encoding') AS encoding`)
  const encoding = rows[0]?.encoding
  if (encoding !== 'UTF8') throw invalidInPostgres(`the database is encoded as ${encoding}; it has to be UTF8`)
}
