import type { GatewayStore } from '@palimpsest/core/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GatewayStep, gatewayStep, walkGateway } from './gateway-walk.arbitrary.ts'
import { createMemoryStore } from './memory/memory-store.ts'
import { importDriver } from './sqlite/connection/driver.ts'
import { storeOver } from './sqlite/store-over.ts'
import { createSqliteCore, openConnection } from './sqlite/worker/sqlite-core.ts'

const openFile = await importDriver()

/** In this thread, with a clock that the walk sets. */
function openSqlite(now: () => number): GatewayStore {
  const options = { path: ':memory:', busyTimeoutMs: 100, survivesPowerLoss: false }
  const core = createSqliteCore(openConnection(openFile, options), now)
  return storeOver({
    call: async (method, ...args) => {
      const act = core[method] as (...args: readonly unknown[]) => unknown
      return structuredClone(act(...structuredClone(args))) as never
    },
    end: async () => core.end(),
  })
}

async function outcomes(open: (now: () => number) => GatewayStore, steps: readonly GatewayStep[]) {
  const clock = { now: 1_000_000 }
  const store = open(() => clock.now)
  try {
    const seen = await walkGateway(store, clock, steps)
    expect(await store.verify()).toEqual([])
    return seen
  } finally {
    await store.end()
  }
}

test('whatever is put, claimed, done, given back or left behind by a crash, SQLite answers as memory does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(gatewayStep, { maxLength: 150, size: 'max' }), async (steps) => {
      const inMemory = await outcomes((now) => createMemoryStore({ now }), steps)
      expect(await outcomes(openSqlite, steps)).toEqual(inMemory)
    }),
    { numRuns: 150 },
  )
})
