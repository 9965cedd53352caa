import { setImmediate } from 'node:timers/promises'
import { engineCases } from '@palimpsest/core/testing'
import { test } from 'vitest'
import { createCompressor } from './compressor.ts'

test.each(engineCases)('$name', async ({ run }) => {
  await run({ create: createCompressor, pause: () => setImmediate() })
})
