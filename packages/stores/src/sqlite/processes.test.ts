import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { conversationId, type SessionStore, sessionId } from '@palimpsest/core/store'
import { afterAll, expect, test } from 'vitest'
import { createSqliteStore } from './sqlite-store.ts'

/** Starting many processes takes a while on a machine that does other things as well. */
const patientMs = 180_000

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-processes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const conversation = conversationId('c')
const root = sessionId('root')

/**
 * A process that appends and compacts, and tells each thing that the store acknowledged. Its arguments: the file, a name
 * for its ids, how many rounds. Conflicts are what others did meanwhile: it reads the tip and tries again.
 */
const talker = `
import { createSqliteStore } from ${JSON.stringify(new URL('../../dist/sqlite/sqlite-store.js', import.meta.url).href)}
const [path, name, rounds] = process.argv.slice(1)
const store = await createSqliteStore({ path })
const tip = async () => store.compressionTip('root')
const retried = async (act) => {
  for (;;) {
    try { return await act(await tip()) } catch (error) { if (error.code !== 'store/conflict') throw error }
  }
}
const message = (text) => ({ role: 'user', parts: [{ type: 'text', text }] })
for (let i = 0; i < Number(rounds); i++) {
  const id = name + '-' + i
  await retried(({ id: session, nextSeq }) => store.append(session, nextSeq, [{ id, message: message('said ' + id) }], 10 + i))
  console.log('said ' + id)
  if (i % 3 !== 2) continue
  const session = await tip()
  const basedOnSeq = session.nextSeq
  const view = (await store.view(session.id, { limit: basedOnSeq })).slice(-2).map(({ id }) => ({ kind: 'kept', id }))
  view.unshift({ kind: 'made', id: id + '-sum', message: message('sum'), standsFor: [] })
  try {
    await store.compact({ session: session.id, basedOnSeq, continuation: id + '-next', view, at: 10 + i, receipt: { by: id } })
    console.log('compacted ' + session.id)
  } catch (error) { if (error.code !== 'store/conflict') throw error }
}
await store.end()
console.log('done')
`

test('processes that append and compact at once lose nothing and agree on one chain', {
  timeout: patientMs,
}, async () => {
  const path = await startedFile('together')
  const names = ['a', 'b', 'c']
  const told = await Promise.all(names.map((name) => heard(start(path, name, 60))))
  for (const lines of told) expect(lines.at(-1)).toBe('done')
  const store = await createSqliteStore({ path })
  const said = names.flatMap((name) => Array.from({ length: 60 }, (_, i) => `${name}-${i}`))
  expect((await originalIds(store)).toSorted()).toEqual(said.toSorted())
  const compacted = told.flat().filter((line) => line.startsWith('compacted '))
  expect(new Set(compacted).size).toBe(compacted.length)
  expect((await store.lineage(root)).length).toBe(compacted.length + 1)
  expect(await store.verify()).toEqual([])
  await store.end()
})

test('processes that open a new file at once find it migrated once', async () => {
  for (let round = 0; round < 6; round++) {
    const path = join(folder, `fresh-${round}.db`)
    const stores = await Promise.all(Array.from({ length: 6 }, () => createSqliteStore({ path })))
    const sessions = await Promise.all(stores.map((store) => store.begin({ id: root, conversation, at: 1 })))
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(1)
    expect(await stores[0]?.verify()).toEqual([])
    await Promise.all(stores.map((store) => store.end()))
  }
})

test('a process that is killed at any moment leaves a sound store with all that it acknowledged', {
  timeout: patientMs,
}, async () => {
  const path = await startedFile('killed')
  const acknowledged: string[] = []
  for (let kill = 0; kill < 12; kill++) {
    const child = start(path, `k${kill}`, 10_000)
    const lines = heard(child)
    await firstLine(child)
    await new Promise((resolve) => setTimeout(resolve, (kill * 7919) % 60))
    child.kill('SIGKILL')
    acknowledged.push(...(await lines).filter((line) => line.startsWith('said ')).map((line) => line.slice(5)))
  }
  const store = await createSqliteStore({ path })
  const ids = await originalIds(store)
  expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([])
  expect(acknowledged.length).toBeGreaterThanOrEqual(12)
  expect(await store.verify()).toEqual([])
  const { tip } = (await store.conversation(conversation)) ?? {}
  expect((await store.compressionTip(root)).id).toBe(tip)
  await store.end()
})

async function startedFile(name: string): Promise<string> {
  const path = join(folder, `${name}.db`)
  const store = await createSqliteStore({ path })
  await store.begin({ id: root, conversation, at: 1 })
  await store.end()
  return path
}

function start(path: string, name: string, rounds: number): ChildProcess {
  const args = ['--input-type=module', '-e', talker, path, name, String(rounds)]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Whole lines only: the last one of a killed process may be cut. */
function heard(child: ChildProcess): Promise<readonly string[]> {
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return new Promise((resolve) => child.on('close', () => resolve(text.split('\n').slice(0, -1))))
}

function firstLine(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.on('close', resolve).stdout?.once('data', resolve))
}

async function originalIds(store: SessionStore): Promise<readonly string[]> {
  return (await store.originals(conversation)).map(({ id }) => id)
}
