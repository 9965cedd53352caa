import { setTimeout as sleep } from 'node:timers/promises'
import { gatewayCases, storeCases } from '@palimpsest/core/testing'
import { test } from 'vitest'
import { createMemoryStore } from './memory-store.ts'

test.each(storeCases)('$name', async ({ run }) => {
  await run(async () => createMemoryStore())
})

test.concurrent.for(gatewayCases)('$name', async ({ run }) => {
  await run(
    async () => createMemoryStore(),
    (ms) => sleep(ms),
  )
})
