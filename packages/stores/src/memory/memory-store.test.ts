import { storeCases } from '@palimpsest/core/testing'
import { test } from 'vitest'
import { createMemoryStore } from './memory-store.ts'

test.each(storeCases)('$name', async ({ run }) => {
  await run(async () => createMemoryStore())
})
