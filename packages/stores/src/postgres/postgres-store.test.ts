import { setTimeout as sleep } from 'node:timers/promises'
import type { GatewayStore } from '@palimpsest/core/store'
import { gatewayCases, storeCases } from '@palimpsest/core/testing'
import { escapeIdentifier, Pool } from 'pg'
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { createPostgresStore } from './postgres-store.ts'
import { startServer, type TestServer, whyNoServer } from './test-server.arbitrary.ts'

const reason = await whyNoServer()
const title = `the conformance suite on Postgres${reason === undefined ? '' : ` (skipped: ${reason})`}`

/** Whether a search finds messages by reading them or by the index must make no difference. */
describe.skipIf(reason !== undefined).each([32, 0])(
  `${title}, when %i messages may wait for the index`,
  (waitingMessages) => {
    let server: TestServer
    let pool: Pool
    let schemas = 0
    const free: string[] = []
    const open: { readonly store: GatewayStore; readonly schema: string }[] = []

    beforeAll(async () => {
      server = await startServer()
      pool = new Pool({ connectionString: server.url })
      pool.on('error', () => undefined)
    }, 60_000)
    afterEach(async () => {
      for (const { store, schema } of open.splice(0)) {
        await store.end()
        await empty(schema)
        free.push(schema)
      }
    })
    afterAll(async () => {
      await pool?.end()
      await server?.stop()
    }, 60_000)

    async function openStore(): Promise<GatewayStore> {
      schemas += 1
      const schema = free.pop() ?? `Case "${schemas}" $1`
      const store = await createPostgresStore({ pool, schema, waitingMessages })
      open.push({ store, schema })
      return store
    }

    /** To empty the tables is much quicker than to make them. */
    async function empty(schema: string): Promise<void> {
      const tables = [
        'versions',
        'spans',
        'loans',
        'sheets',
        'messages',
        'sessions',
        'origins',
        'conversations',
        'state',
        'leases',
        'lanes',
        'arrivals',
        'pieces',
        'eventlogs',
        'events',
      ]
      await pool.query(tables.map((table) => `DELETE FROM ${escapeIdentifier(schema)}.${table}`).join(';'))
    }

    test.each(storeCases)('$name', async ({ run }) => {
      await run(openStore)
    })

    if (waitingMessages > 0) {
      test.each(gatewayCases)('$name', async ({ run }) => {
        await run(openStore, (ms) => sleep(ms))
      })
    }
  },
)
