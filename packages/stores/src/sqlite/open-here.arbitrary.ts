import type { GatewayStore } from '@palimpsest/core/store'
import { importDriver } from './connection/driver.ts'
import { closedStore } from './connection/unavailable.ts'
import { storeOver } from './store-over.ts'
import type { CoreClient } from './worker/core-client.ts'
import { createSqliteCore, openConnection } from './worker/sqlite-core.ts'

const driver = await importDriver()

/** A store in this thread, with a clock if need be: starting a worker takes longer than most tests. */
export function openHere(path: string, now?: () => number): GatewayStore {
  const connection = openConnection(driver, { path, busyTimeoutMs: 1000, survivesPowerLoss: false })
  const core = createSqliteCore(connection, now)
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
