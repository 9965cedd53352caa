import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GatewayStore } from '@palimpsest/core/store'
import { gatewayCases, storeCases } from '@palimpsest/core/testing'
import { afterAll, afterEach, describe, test } from 'vitest'
import { openHere } from './open-here.arbitrary.ts'
import { createSqliteStore } from './sqlite-store.ts'

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
    await run(async () => keep(openHere(freshPath())))
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

async function keep(opening: GatewayStore | Promise<GatewayStore>): Promise<GatewayStore> {
  const store = await opening
  opened.push(store)
  return store
}

function freshPath(): string {
  files += 1
  return join(folder, `${files}.db`)
}
