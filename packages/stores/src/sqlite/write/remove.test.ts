import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entryId } from '@palimpsest/core/log'
import { conversationId, type SessionStore, sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { afterAll, expect, test } from 'vitest'
import { createSqliteStore } from '../sqlite-store.ts'

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

test('a conversation in which nothing was said is removed without writing the file anew', async () => {
  const path = join(folder, 'silent.db')
  const store = await createSqliteStore({ path })
  await talks(store, 20)
  await store.begin({ id: sessionId('silent'), conversation: conversationId('silent'), at: 1 })
  const log = bytesOf(path).length
  await store.remove(conversationId('silent'))
  expect(await store.conversation(conversationId('silent'))).toBeUndefined()
  expect(bytesOf(path).length).toBeGreaterThanOrEqual(log)
  await store.end()
})
