import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from '@palimpsest/core/json'
import { entryId } from '@palimpsest/core/log'
import { conversationId, type SessionStore, sessionId } from '@palimpsest/core/store'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import { afterAll, expect, test } from 'vitest'
import { createMemoryStore } from './memory/memory-store.ts'
import { createSqliteStore } from './sqlite/sqlite-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-transfer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const talk = conversationId('talk')
const aside = conversationId('aside')

test('a conversation goes from memory to SQLite and back without a change', async () => {
  const memory = createMemoryStore()
  await fill(memory)
  const sqlite = await createSqliteStore({ path: join(folder, 'there.db') })
  const back = createMemoryStore()
  try {
    for (const id of [talk, aside]) {
      const lines = await linesOf(memory, id)
      await sqlite.load(stream(lines))
      expect(await linesOf(sqlite, id)).toEqual(lines)
      await back.load(sqlite.dump(id))
      expect(await linesOf(back, id)).toEqual(lines)
    }
    expect([await sqlite.verify(), await back.verify()]).toEqual([[], []])
  } finally {
    await sqlite.end()
  }
})

test('a branch that went to SQLite before its parent comes back with it', async () => {
  const memory = createMemoryStore()
  await fill(memory)
  const sqlite = await createSqliteStore({ path: join(folder, 'branch-first.db') })
  try {
    for (const id of [aside, talk]) await sqlite.load(memory.dump(id))
    for (const id of [aside, talk]) expect(await linesOf(sqlite, id)).toEqual(await linesOf(memory, id))
    expect(await sqlite.verify()).toEqual([])
  } finally {
    await sqlite.end()
  }
})

/** Tools, two compactions of which one is undone, usage, a receipt, a ledger, state, and a branch. */
async function fill(store: SessionStore): Promise<void> {
  const [root, next, undone] = [sessionId('root'), sessionId('next'), sessionId('undone')]
  const ids = ['a', 'b', 'c', 'd'].map(entryId)
  await store.begin({ id: root, conversation: talk, at: 1, title: 'T 😀', system: 'S', model: 'm' })
  const messages = [user('list it'), assistant(call('ls')), result('ls', 'a b 中文'), assistant('two')]
  const said = ids.map((id, i) => ({ id, message: messages[i] ?? user(''), usage: { input: i } }))
  await store.append(root, 0, said, 2)
  const standsFor = ids.slice(0, 3)
  const made = { kind: 'made' as const, id: entryId('made'), message: user('summary'), standsFor }
  const nothing = { ...made, id: entryId('nothing'), standsFor: [] }
  await store.compact({
    session: root,
    basedOnSeq: 3,
    continuation: next,
    view: [made, nothing],
    at: 3,
    receipt: { saved: [1] },
    ledger: null,
  })
  await store.append(next, 3, [{ id: entryId('e'), message: user('more') }], 4)
  await store.compact({ session: next, basedOnSeq: 4, continuation: undone, view: [], at: 5, receipt: 2 })
  await store.append(undone, 0, [{ id: entryId('f'), message: user('even more') }], 6)
  await store.undo(undone, 7)
  for (const key of ['z', 'ä', '10', '9']) await store.state.set(talk, key, { key })
  const view = [entryId('made'), ids[3] ?? entryId('d')]
  await store.begin({ id: sessionId('side'), conversation: aside, at: 8, from: { kind: 'branch', parent: next, view } })
  await store.append(sessionId('side'), 2, [{ id: entryId('g'), message: user('aside') }], 9)
}

async function linesOf(store: SessionStore, id: typeof talk): Promise<readonly Json[]> {
  const lines: Json[] = []
  for await (const line of store.dump(id)) lines.push(line)
  return lines
}

async function* stream(lines: readonly Json[]): AsyncIterable<Json> {
  yield* lines
}
