import { setImmediate } from 'node:timers/promises'
import { engineCases } from '@palimpsest/core/testing'
import { test } from 'vitest'
import { createLcm } from './lcm.ts'

test.each(engineCases)('$name', async ({ run }) => {
  await run({ create: createLcm, pause: () => setImmediate() })
})
