import type { DumpState, Json, LeaseStore, StateStore } from '@palimpsest/core/store'
import { reading } from '../reading.ts'
import type { Database, Run } from './database.ts'
import { encode } from './rows.ts'

interface StateRow {
  readonly key: string
  readonly value: string
}

/** Small facts under a scope; the last writer wins. */
export function createState({ run, write }: Database): StateStore {
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
    all: (scope) => readScope(run, scope),
  }
}

export async function readScope(run: Run, scope: string): Promise<Readonly<Record<string, Json>>> {
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
export async function writeScope(
  run: Run,
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

/** One row per lease; the database decides between those who ask at once. */
export function createLeases({ write }: Database): LeaseStore {
  return {
    async take(name, holder, until, now) {
      const rows = await write(
        `INSERT INTO @leases AS lease (name, holder, until) VALUES ($1, $2, $3)
          ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
          WHERE lease.holder = excluded.holder OR lease.until <= $4
          RETURNING 1`,
        [encode(name), encode(holder), until, now],
      )
      return rows.length > 0
    },
    async release(name, holder) {
      await write('DELETE FROM @leases WHERE name = $1 AND holder = $2', [encode(name), encode(holder)])
    },
  }
}
