import { createPostgresStore } from '@palimpsest/stores/postgres'
import { createSqliteStore } from '@palimpsest/stores/sqlite'
import { Pool } from 'pg'

/**
 * Opens what a target names: the path of a SQLite file, or the address of a Postgres server with a schema behind `#`.
 * With a fault, statements go through a driver that strikes as `FAULT` and `FAULT_AT` say.
 */
export async function openStore(target, { faulty = false } = {}) {
  if (!target.startsWith('postgres:')) {
    const driver = faulty ? { driver: new URL('./faulty-driver.mjs', import.meta.url).href } : {}
    return createSqliteStore({ path: target, ...driver })
  }
  const [connectionString, schema] = target.split('#')
  if (!faulty) return createPostgresStore({ connectionString, schema, max: 3 })
  const { FaultyClient } = await import('./faulty-client.mjs')
  const pool = new Pool({ connectionString, Client: FaultyClient, max: 3 })
  const store = await createPostgresStore({ pool, schema })
  return {
    ...store,
    async end() {
      await store.end()
      await pool.end()
    },
  }
}
