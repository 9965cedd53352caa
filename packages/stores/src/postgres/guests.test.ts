import type { Json } from '@palimpsest/core/json'
import { entryId } from '@palimpsest/core/log'
import { conversationId, type SessionStore, sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresStore } from './postgres-store.ts'
import { startServer, type TestServer, whyNoServer } from './test-server.arbitrary.ts'

const reason = await whyNoServer()
const title = `messages that branches show${reason === undefined ? '' : ` (skipped: ${reason})`}`
const talk = conversationId('talk')
const left = conversationId('left')
const right = conversationId('right')
const root = sessionId('root')
const ids = ['a', 'b', 'c', 'd'].map(entryId)

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

  async function openStore(): Promise<SessionStore> {
    schemas += 1
    const store = await createPostgresStore({ connectionString: server.url, schema: `guests_${schemas}` })
    open.push(store)
    return store
  }

  /** A talk and two branches, one of which shows b and c, the other c and d. */
  async function filled(): Promise<SessionStore> {
    const store = await openStore()
    await store.begin({ id: root, conversation: talk, at: 1 })
    await store.append(
      root,
      0,
      ids.map((id) => ({ id, message: user(`said ${id}`) })),
      2,
    )
    for (const [conversation, view] of [
      [left, ids.slice(1, 3)],
      [right, ids.slice(2)],
    ] as const) {
      const from = { kind: 'branch' as const, parent: root, view }
      await store.begin({ id: sessionId(conversation), conversation, at: 3, from })
      await store.append(sessionId(conversation), 2, [{ id: entryId(`in-${conversation}`), message: user('more') }], 4)
    }
    return store
  }

  async function linesOf(store: SessionStore, id: typeof talk): Promise<readonly Json[]> {
    const lines: Json[] = []
    for await (const line of store.dump(id)) lines.push(line)
    return lines
  }

  test.each([[[talk, left, right]], [[left, talk, right]], [[right, left, talk]]])(
    'are the same in another store, whatever comes first: %s',
    async (order) => {
      const [from, to] = [await filled(), await openStore()]
      for (const id of order) await to.load(from.dump(id))
      for (const id of order) expect(await linesOf(to, id)).toEqual(await linesOf(from, id))
      for (const id of order) await to.load(from.dump(id))
      expect((await to.view(sessionId('left'))).map(({ id }) => id)).toEqual(['b', 'c', 'in-left'])
      expect((await to.search({ text: 'said' })).hits).toHaveLength(4)
      await expect(to.remove(talk)).rejects.toMatchObject({ code: 'store/invalid' })
      expect(await to.verify()).toEqual([])
    },
  )

  test('stay as long as a branch shows them, and go with the last', async () => {
    const [from, to] = [await filled(), await openStore()]
    for (const id of [left, right]) await to.load(from.dump(id))
    await to.remove(left)
    expect((await to.view(sessionId('right'))).map(({ id }) => id)).toEqual(['c', 'd', 'in-right'])
    expect(await to.message(entryId('b'))).toBeUndefined()
    expect(await to.verify()).toEqual([])
    await to.remove(right)
    expect(await to.message(entryId('c'))).toBeUndefined()
    expect(await to.verify()).toEqual([])
    for (const id of [right, talk, left]) await to.load(from.dump(id))
    expect(await to.verify()).toEqual([])
  })

  test('are brought and removed by many at once without a trace of it', async () => {
    const [from, to] = [await filled(), await openStore()]
    const all = [talk, left, right]
    await Promise.all(all.map((id) => to.load(from.dump(id))))
    for (const id of all) expect(await linesOf(to, id)).toEqual(await linesOf(from, id))
    await Promise.all([left, right].map((id) => to.remove(id)))
    await to.remove(talk)
    expect(await to.message(entryId('c'))).toBeUndefined()
    expect(await to.verify()).toEqual([])
  })
})
