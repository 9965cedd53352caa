import { entryId } from '@palimpsest/core/log'
import { conversationId, type SessionStore, sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresStore } from './postgres-store.ts'
import { compactOnce, sayAtTip } from './race.arbitrary.ts'
import { startServer, type TestServer, whyNoServer } from './test-server.arbitrary.ts'

const reason = await whyNoServer()
const title = `many stores on one database${reason === undefined ? '' : ` (skipped: ${reason})`}`
const conversation = conversationId('conversation')
const root = sessionId('root')

describe.skipIf(reason !== undefined)(title, () => {
  let server: TestServer
  let schemas = 0
  const open: SessionStore[] = []

  beforeAll(async () => {
    server = await startServer()
  }, 60_000)
  afterEach(async () => {
    for (const store of open.splice(0)) await store.end()
  })
  afterAll(() => server?.stop(), 60_000)

  /** Each with a pool of its own, as processes have. */
  async function openStores(count: number): Promise<readonly SessionStore[]> {
    schemas += 1
    const options = { connectionString: server.url, schema: `race_${schemas}`, max: 4 }
    const stores = await Promise.all(Array.from({ length: count }, () => createPostgresStore(options)))
    open.push(...stores)
    return stores
  }

  async function contenders(count: number) {
    const stores = await openStores(count)
    await stores[0]?.begin({ id: root, conversation, at: 1_000 })
    return stores.map((store, i) => ({ store, name: `s${i}` }))
  }

  test('stores that open an empty database at once migrate it once', async () => {
    const stores = await openStores(8)
    for (const store of stores) expect(await store.conversations()).toEqual([])
  })

  test('of all who compact a session at once exactly one opens its continuation, and no append is lost', async () => {
    const all = await contenders(4)
    const [first = all[0]] = all
    if (first === undefined) throw new Error('no store')
    const said = [await sayAtTip(first, root, -1)]
    for (let round = 0; round < 40; round++) {
      const tip = await first.store.compressionTip(root)
      const appends = all.map((one) => sayAtTip(one, root, round))
      const compacted = await Promise.all(all.map((one) => compactOnce(one, tip.id, round)))
      expect(compacted.filter((session) => session !== undefined)).toHaveLength(1)
      said.push(...(await Promise.all(appends)))
    }
    expect(await first.store.lineage(root)).toHaveLength(41)
    const originals = (await first.store.originals(conversation)).map(({ id }) => id)
    expect(new Set(originals)).toEqual(new Set(said))
    expect(originals).toHaveLength(said.length)
    expect(await first.store.verify()).toEqual([])
  })

  test('what is said while a session is compacted follows the summary', async () => {
    const [one, other] = await contenders(2)
    if (one === undefined || other === undefined) throw new Error('no stores')
    await sayAtTip(one, root, 0)
    const ids: string[] = []
    const talk = async () => {
      for (let n = 1; n <= 30; n++) ids.push(await sayAtTip(one, root, n))
    }
    const compactions = async () => {
      for (let round = 0; round < 10; round++) {
        await compactOnce(other, (await other.store.compressionTip(root)).id, round)
      }
    }
    await Promise.all([talk(), compactions()])
    expect((await one.store.originals(conversation)).slice(1).map(({ id }) => id)).toEqual(ids)
    const seen = await Promise.all((await one.store.lineage(root)).map(({ id }) => one.store.view(id)))
    const shown = new Set(seen.flat().map(({ id }) => id as string))
    expect(ids.filter((id) => !shown.has(id))).toEqual([])
    expect(await one.store.verify()).toEqual([])
  })

  test('of appends at the same place one wins, and usage counts each message once', async () => {
    const all = await contenders(4)
    const at = (i: number) => ({ id: entryId(`at-0-${i}`), message: user('me'), usage: { input: 5 } })
    const tried = await Promise.allSettled(all.map(({ store }, i) => store.append(root, 0, [at(i)], 1_000)))
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await all[0]?.store.session(root)).toMatchObject({ nextSeq: 1, usage: { input: 5 } })
  })

  test('the same append sent by many at once is written once', async () => {
    const all = await contenders(4)
    const entries = [1, 2].map((n) => ({ id: entryId(`same-${n}`), message: user('same'), usage: { output: 2 } }))
    const sessions = await Promise.all(all.map(({ store }) => store.append(root, 0, entries, 1_000)))
    expect(new Set(sessions.map(({ nextSeq }) => nextSeq))).toEqual(new Set([2]))
    expect((await all[0]?.store.session(root))?.usage).toEqual({ output: 4 })
  })

  test('the same session begun by many at once is begun once', async () => {
    const stores = await openStores(6)
    const begun = await Promise.all(stores.map((store) => store.begin({ id: root, conversation, at: 1_000 })))
    expect(new Set(begun.map((session) => JSON.stringify(session))).size).toBe(1)
    expect(await stores[0]?.conversations()).toHaveLength(1)
  })

  test('undo races with appends and compactions without losing a message', async () => {
    const [one, other, third] = await contenders(3)
    if (one === undefined || other === undefined || third === undefined) throw new Error('no stores')
    const ids = [await sayAtTip(one, root, 0)]
    for (let round = 0; round < 10; round++) {
      const next = await compactOnce(other, (await other.store.compressionTip(root)).id, round)
      if (next === undefined) continue
      const undone = third.store.undo(next.id, 3_000).catch(() => undefined)
      const raced = compactOnce(other, next.id, 100 + round)
      ids.push(await sayAtTip(one, root, round + 1))
      await Promise.all([undone, raced])
    }
    expect((await one.store.originals(conversation)).map(({ id }) => id)).toEqual(ids)
    expect(await one.store.verify()).toEqual([])
  })

  test('branches begun while their parent is removed either live or are refused', async () => {
    const [one, other] = await contenders(2)
    if (one === undefined || other === undefined) throw new Error('no stores')
    const said = entryId(await sayAtTip(one, root, 0))
    const child = { id: sessionId('child'), conversation: conversationId('child'), at: 2_000 }
    const from = { kind: 'branch' as const, parent: root, view: [said] }
    const [begun, removed] = await Promise.allSettled([
      one.store.begin({ ...child, from }),
      other.store.remove(conversation),
    ])
    expect([begun.status, removed.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(await one.store.verify()).toEqual([])
  })
})
