import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entryId } from '@palimpsest/core/log'
import { conversationId, type SessionStore, sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { afterAll, expect, test } from 'vitest'
import type { Connection } from '../connection/connection.ts'
import { importDriver } from '../connection/driver.ts'
import { createSqliteStore } from '../sqlite-store.ts'
import { createSqliteCore, openConnection } from '../worker/sqlite-core.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-remove-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const names = ['amber', 'birch', 'cedar', 'dunes'] as const
const idOf = (name: string) => conversationId(`talk-${name}`)

/** Conversations that are written in turns, as they are in life: pages are split, state is overwritten. */
async function talks(store: SessionStore, rounds: number): Promise<void> {
  for (const name of names) {
    const system = `marker${name} in the prompt`
    await store.begin({ id: sessionId(name), conversation: idOf(name), at: 1, system, title: `marker${name}` })
  }
  for (let i = 0; i < rounds; i++) {
    const name = names[(i * 7 + (i >> 3)) % names.length] ?? 'amber'
    const { nextSeq } = (await store.session(sessionId(name))) ?? { nextSeq: 0 }
    const text = `marker${name} says ${i} ${'x y '.repeat((i * 37) % 200)}`
    await store.append(sessionId(name), nextSeq, [{ id: entryId(`id-marker${name}-${i}`), message: user(text) }], i)
    if (i % 5 === 0) await store.state.set(idOf(name), `k${i % 3}`, `marker${name} `.repeat((i * 13) % 300))
    if (i % 40 === 0) await store.search({ text: 'says' })
  }
  for (const name of names) {
    const { nextSeq } = (await store.session(sessionId(name))) ?? { nextSeq: 0 }
    const view = [{ kind: 'made' as const, id: entryId(`sum-${name}`), message: user(`marker${name}`), standsFor: [] }]
    const written = { receipt: `marker${name}`, ledger: `marker${name}` }
    const continuation = sessionId(`next-${name}`)
    await store.compact({ session: sessionId(name), basedOnSeq: nextSeq, continuation, view, at: 9_000, ...written })
  }
  await store.search({ text: 'says' })
}

function bytesOf(path: string): string {
  return [path, `${path}-wal`].map((file) => (existsSync(file) ? readFileSync(file, 'latin1') : '')).join('')
}

test('of a conversation that was removed, no byte of the file or its log tells any more', async () => {
  const path = join(folder, 'wiped.db')
  const store = await createSqliteStore({ path })
  await talks(store, 400)
  expect(bytesOf(path)).toContain('markerbirch')
  await store.remove(idOf('birch'))
  expect(bytesOf(path)).not.toContain('markerbirch')
  expect(bytesOf(path)).toContain('markercedar')
  expect(await store.verify()).toEqual([])
  expect((await store.search({ text: 'markerbirch' })).hits).toEqual([])
  expect((await store.search({ text: 'markercedar' })).hits).not.toEqual([])
  await store.end()
  expect(bytesOf(path)).not.toContain('markerbirch')
}, 60_000)

test('while another has the file open, what was removed goes all the same', async () => {
  const path = join(folder, 'shared.db')
  const [store, other] = [await createSqliteStore({ path }), await createSqliteStore({ path })]
  await talks(store, 60)
  expect((await other.conversations()).length).toBe(names.length)
  await store.remove(idOf('birch'))
  expect(bytesOf(path)).not.toContain('markerbirch')
  expect(await other.conversation(idOf('birch'))).toBeUndefined()
  expect(await other.verify()).toEqual([])
  await Promise.all([store.end(), other.end()])
}, 60_000)

test('a removal that is killed leaves the conversation whole or takes it whole', async () => {
  const path = join(folder, 'killed.db')
  const first = await createSqliteStore({ path })
  await talks(first, 200)
  await first.end()
  const module = new URL('../../../dist/sqlite/sqlite-store.js', import.meta.url).href
  for (const [i, name] of names.entries()) {
    const code = `const { createSqliteStore } = await import(${JSON.stringify(module)})
      const store = await createSqliteStore({ path: ${JSON.stringify(path)} })
      process.stdout.write('go'); await store.remove('talk-${name}')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    await new Promise((resolve) => setTimeout(resolve, i * 4))
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    const store = await createSqliteStore({ path })
    expect(await store.verify()).toEqual([])
    const isThere = (await store.conversation(idOf(name))) !== undefined
    expect((await store.search({ text: `marker${name}`, limit: 200 })).hits.length > 0).toBe(isThere)
    await store.end()
  }
}, 60_000)

test('what is removed in quick succession is wiped together, soon after', async () => {
  const path = join(folder, 'together.db')
  const store = await createSqliteStore({ path })
  await talks(store, 200)
  for (const name of names.slice(1)) await store.remove(idOf(name))
  await expect.poll(() => bytesOf(path), { timeout: 20_000 }).not.toMatch(/marker(?:birch|cedar|dunes)/)
  expect(bytesOf(path)).toContain('markeramber')
  await store.end()
}, 60_000)

test('what is owed is wiped when the file is closed, and the file is left alone in between', async () => {
  const path = join(folder, 'owed.db')
  let time = 0
  const db = openConnection(await importDriver(), {
    path,
    busyTimeoutMs: 100,
    survivesPowerLoss: false,
  })
  let wipes = 0
  const watched: Connection = {
    ...db,
    exec: (sql) => {
      if (sql === 'VACUUM') wipes++
      time += sql === 'VACUUM' ? 1_000 : 0
      db.exec(sql)
    },
  }
  const core = createSqliteCore(watched, () => time)
  for (const name of names) {
    core.begin({ id: sessionId(name), conversation: idOf(name), at: 1 })
    const entries = [{ id: entryId(name), json: JSON.stringify(user(`marker${name}`)) }]
    core.append({ session: sessionId(name), expectedSeq: 0, entries, at: 1 })
  }
  for (const name of names.slice(1)) core.remove(idOf(name))
  expect(wipes).toBe(1)
  time += 5_000
  expect(core.wipeOwed()).toBe(15_000)
  expect(wipes).toBe(1)
  core.end()
  expect(wipes).toBe(2)
  expect(bytesOf(path)).not.toMatch(/marker(?:birch|cedar|dunes)/)
})

test('a conversation in which nothing was said is removed without writing the file anew', async () => {
  const path = join(folder, 'silent.db')
  const store = await createSqliteStore({ path })
  await talks(store, 20)
  const silent = conversationId('silent')
  for (const remove of [store.remove, store.removeSilent]) {
    await store.begin({ id: sessionId('silent'), conversation: silent, at: 1 })
    const lane = remove === store.remove ? await store.inbox.take(silent, 'one', 1_000) : undefined
    const log = bytesOf(path).length
    await remove(silent)
    expect(await store.conversation(silent)).toBeUndefined()
    expect(bytesOf(path).length).toBeGreaterThanOrEqual(log)
    expect(await store.inbox.next(lane ?? { conversation: silent, holder: 'one', epoch: 0 })).toBeUndefined()
  }
  await store.end()
})
