import type { LeaseStore } from '@palimpsest/core/store'
import type { Database } from '../connection/database.ts'
import { encode } from '../schema/rows.ts'

/** One row per lease; the database decides between those who ask at once. */
export function createPostgresLeases({ write }: Database): LeaseStore {
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
