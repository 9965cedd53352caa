import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GatewayStore } from '@palimpsest/core/store'
import { gatewayCases, storeCases } from '@palimpsest/core/testing'
import { afterAll, afterEach, describe, test } from 'vitest'
import { importDriver } from './connection/driver.ts'
import { closedStore } from './connection/unavailable.ts'
import { createSqliteStore } from './sqlite-store.ts'
import { storeOver } from './store-over.ts'
import type { CoreClient } from './worker/core-client.ts'
import { createSqliteCore, openConnection } from './worker/sqlite-core.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-sqlite-'))
const opened: GatewayStore[] = []
let files = 0

afterEach(async () => {
  for (const store of opened.splice(0)) await store.end()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starting a thread takes longer than most cases, so in it runs every tenth, and all run in this one. */
const inWorker = storeCases.filter((_, i) => i % 10 === 0)

describe('the store on its core', () => {
  test.each(storeCases)('$name', async ({ run }) => {
    await run(() => keep(openHere(freshPath())))
  })
})

describe('the store in its worker', () => {
  test.each(inWorker)('$name', async ({ run }) => {
    await run(() => keep(createSqliteStore({ path: freshPath() })))
  })
})

describe('the store of a gateway, in its worker', () => {
  test.each(gatewayCases)('$name', async ({ run }) => {
    await run(
      () => keep(createSqliteStore({ path: freshPath() })),
      (ms) => sleep(ms),
    )
  })
})

async function openHere(path: string): Promise<GatewayStore> {
  const connection = openConnection(await importDriver(), { path, busyTimeoutMs: 1000, survivesPowerLoss: false })
  const core = createSqliteCore(connection)
  let ended = false
  const client: CoreClient = {
    // What goes in and out is copied, as it is between threads.
    call: async (method, ...args) => {
      if (ended) throw closedStore(path)
      const act = core[method] as (...args: readonly unknown[]) => unknown
      return structuredClone(act(...structuredClone(args))) as never
    },
    end: async () => {
      if (!ended) core.end()
      ended = true
    },
  }
  return storeOver(client)
}

async function keep(opening: Promise<GatewayStore>): Promise<GatewayStore> {
  const store = await opening
  opened.push(store)
  return store
}

function freshPath(): string {
  files += 1
  return join(folder, `${files}.db`)
}
