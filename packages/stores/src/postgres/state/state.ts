import type { DumpState, Json, StateStore } from '@palimpsest/core/store'
import { reading } from '../../reading.ts'
import type { Database, RunStatement } from '../connection/database.ts'
import { encode } from '../schema/rows.ts'

interface StateRow {
  readonly key: string
  readonly value: string
}

/** Small facts under a scope; the last writer wins. */
export function createPostgresState({ run, write }: Database): StateStore {
  return {
    async get(scope, key) {
      const rows = await run<StateRow>('SELECT key, value FROM @state WHERE scope = $1 AND key = $2', [
        encode(scope),
        encode(key),
      ])
      return rows[0] === undefined ? undefined : factOf(scope, rows[0])[1]
    },
    async set(scope, key, value) {
      await write(
        `INSERT INTO @state (scope, key, value) VALUES ($1, $2, $3)
          ON CONFLICT (scope, key) DO UPDATE SET value = excluded.value`,
        [encode(scope), encode(key), encode(value)],
      )
    },
    async remove(scope, key) {
      await write('DELETE FROM @state WHERE scope = $1 AND key = $2', [encode(scope), encode(key)])
    },
    all: (scope) => readScopeInPostgres(run, scope),
  }
}

export async function readScopeInPostgres(run: RunStatement, scope: string): Promise<Readonly<Record<string, Json>>> {
  const rows = await run<StateRow>('SELECT key, value FROM @state WHERE scope = $1 ORDER BY key', [encode(scope)])
  return Object.fromEntries(rows.map((row) => factOf(scope, row)))
}

function factOf(scope: string, { key, value }: StateRow): readonly [key: string, value: Json] {
  return reading(
    () => `The state ${key} of ${scope}`,
    () => [JSON.parse(key) as string, JSON.parse(value) as Json],
  )
}

/** Makes a scope hold these facts and no other. */
export async function writeScopeInPostgres(
  run: RunStatement,
  scope: string,
  facts: readonly Pick<DumpState, 'key' | 'value'>[],
): Promise<void> {
  await run('DELETE FROM @state WHERE scope = $1', [encode(scope)])
  await run('INSERT INTO @state (scope, key, value) SELECT $1, * FROM unnest($2::text[], $3::text[])', [
    encode(scope),
    facts.map(({ key }) => encode(key)),
    facts.map(({ value }) => encode(value)),
  ])
}
