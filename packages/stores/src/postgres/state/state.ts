import type { DumpState, Json, Lane, StateStore } from '@palimpsest/core/store'
import { laneLost } from '../../lane-lost.ts'
import { reading } from '../../reading.ts'
import type { Database, RunStatement } from '../connection/database.ts'
import { heldValuesOf, isHeldFrom } from '../gateway/fence.ts'
import { encode } from '../schema/rows.ts'

interface StateRow {
  readonly key: string
  readonly value: string
}

/** Small facts under a scope; the last writer wins. */
export function createPostgresState({ run, write }: Database, lane?: Lane): StateStore {
  return {
    async get(scope, key) {
      const rows = await run<StateRow>('SELECT key, value FROM @state WHERE scope = $1 AND key = $2', [
        encode(scope),
        encode(key),
      ])
      return rows[0] === undefined ? undefined : factOf(scope, rows[0])[1]
    },
    async set(scope, key, value) {
      const values = [encode(scope), encode(key), encode(value)]
      if (lane === undefined) await write(setSql('(SELECT 1) held'), values)
      else await held(write(setSql(heldFrom(4)), [...values, ...heldValuesOf(lane)]), lane)
    },
    async remove(scope, key) {
      const values = [encode(scope), encode(key)]
      if (lane === undefined) await write('DELETE FROM @state WHERE scope = $1 AND key = $2', values)
      else await held(write(removeHeldSql, [...values, ...heldValuesOf(lane)]), lane)
    },
    all: (scope) => readScopeInPostgres(run, scope),
  }
}

/** The lane that must be held: its row is locked first, so that nobody takes it meanwhile. */
const heldFrom = (first: number) => `(SELECT 1 FROM @lanes WHERE ${isHeldFrom(first)} FOR SHARE) held`

const setSql = (from: string) => `INSERT INTO @state (scope, key, value) SELECT $1, $2, $3 FROM ${from}
  ON CONFLICT (scope, key) DO UPDATE SET value = excluded.value RETURNING 1`

const removeHeldSql = `WITH held AS MATERIALIZED (SELECT * FROM ${heldFrom(3)}), gone AS (
  DELETE FROM @state USING held WHERE scope = $1 AND key = $2
) SELECT 1 FROM held`

async function held(written: Promise<readonly unknown[]>, lane: Lane): Promise<void> {
  if ((await written).length === 0) throw laneLost(lane)
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
