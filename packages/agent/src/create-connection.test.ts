import { beginCall, startMemory } from '@palimpsest/core/cache'
import { expect, test } from 'vitest'
import type { Config } from './config/schema.ts'
import { createConnection } from './create-connection.ts'

const wanted = { name: 'claude-sonnet-5', provider: 'anthropic', base_url: null } as const

async function lineWith(caching: Omit<Config['prompt_caching'], 'keep_alive'>) {
  const setup = {
    caching: { ...caching, keep_alive: false },
    env: { ANTHROPIC_API_KEY: 'k' },
    channel: 'chat',
  } as const
  const created = await createConnection(wanted, setup, new AbortController().signal)
  return created.kind === 'created' ? created.connection : expect.unreachable()
}

test.each([
  ['system_and_3', 'auto', '5m'],
  ['system_and_3', '1h', '1h'],
  ['anchored', 'auto', '1h'],
  ['anchored', '5m', '5m'],
] as const)('%s with a lifetime of %s caches for %s, and says so', async (strategy, cache_ttl, ttl) => {
  const { caching, cachingLine } = await lineWith({ strategy, cache_ttl })
  expect(beginCall(startMemory, { startMs: 0, isHuman: true }, caching.route).ttl).toBe(ttl)
  expect(cachingLine).toContain(`${ttl} TTL`)
})
