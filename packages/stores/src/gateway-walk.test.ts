import type { GatewayStore } from '@palimpsest/core/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GatewayStep, gatewayStep, walkGateway } from './gateway-walk.arbitrary.ts'
import { createMemoryStore } from './memory/memory-store.ts'
import { openHere } from './sqlite/open-here.arbitrary.ts'

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
      expect(await outcomes((now) => openHere(':memory:', now), steps)).toEqual(inMemory)
    }),
    { numRuns: 150 },
  )
})
