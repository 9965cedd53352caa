import { entryId } from '@palimpsest/core/log'
import { conversationId, type SessionStore, sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresStore, type PostgresStoreOptions } from '../postgres-store.ts'
import { startServer, type TestServer, whyNoServer } from '../test-server.arbitrary.ts'

const reason = await whyNoServer()
const title = `the search index${reason === undefined ? '' : ` (skipped: ${reason})`}`

describe.skipIf(reason !== undefined)(title, () => {
  let server: TestServer
  let admin: Pool
  let schemas = 0
  const open: SessionStore[] = []

  beforeAll(async () => {
    server = await startServer()
    admin = new Pool({ connectionString: server.url })
    admin.on('error', () => undefined)
  }, 60_000)
  afterEach(async () => {
    for (const store of open.splice(0)) await store.end()
  })
  afterAll(async () => {
    await admin?.end()
    await server?.stop()
  }, 60_000)

  async function openStore(options: PostgresStoreOptions): Promise<SessionStore> {
    const store = await createPostgresStore({ connectionString: server.url, ...options })
    open.push(store)
    return store
  }

  const newSchema = () => `sheets_${++schemas}`
  const segmentsIn = async (schema: string) => {
    const { rows } = await admin.query(`SELECT count(*)::int AS n FROM ${schema}.sheets`)
    return rows[0].n
  }

  /** Begins a conversation and says so many things in it. */
  async function talk(store: SessionStore, name: string, count: number, from = 0) {
    if (from === 0) await store.begin({ id: sessionId(name), conversation: conversationId(name), at: 1 })
    const entries = Array.from({ length: count }, (_, i) => ({
      id: entryId(`${name}-${from + i}`),
      message: user(`${name} said common number${from + i}`),
    }))
    await store.append(sessionId(name), from, entries, 2)
  }

  const found = async (store: SessionStore, text: string, name?: string) => {
    const conversation = name === undefined ? {} : { conversation: conversationId(name) }
    const { hits } = await store.search({ text, limit: 1_000, ...conversation })
    return hits.map((hit) => hit.id)
  }

  test('who appends fills segments, and what does not fill one is found all the same', async () => {
    const schema = newSchema()
    const store = await openStore({ schema })
    for (let n = 0; n < 540; n += 90) await talk(store, 'long', 90, n)
    await store.end()
    expect(await segmentsIn(schema)).toBe(2)
    const reader = await openStore({ schema })
    for (const n of [0, 255, 256, 511, 512, 539]) expect(await found(reader, `number${n}`)).toEqual([`long-${n}`])
    expect((await found(reader, 'common')).length).toBe(540)
    expect(await segmentsIn(schema)).toBe(2)
    expect(await reader.verify()).toEqual([])
  })

  test('a search indexes what waits in many short conversations', async () => {
    const schema = newSchema()
    const store = await openStore({ schema })
    for (let n = 0; n < 12; n++) await talk(store, `short${n}`, 30)
    expect(await found(store, 'number7')).toHaveLength(12)
    expect(await segmentsIn(schema)).toBe(2)
    expect(await found(store, 'number7', 'short3')).toEqual(['short3-7'])
    expect(await store.verify()).toEqual([])
  })

  test('what is removed leaves the segments that it shared, and the others stay found', async () => {
    const schema = newSchema()
    const store = await openStore({ schema, waitingMessages: 0 })
    for (const name of ['kept', 'gone']) await talk(store, name, 20)
    expect(await found(store, 'common')).toHaveLength(40)
    await store.remove(conversationId('gone'))
    expect((await found(store, 'common')).toSorted()).toEqual((await found(store, 'kept')).toSorted())
    expect((await found(store, 'number3 gone'))[0]).toBe('kept-3')
    expect(await segmentsIn(schema)).toBe(1)
    expect(await store.verify()).toEqual([])
    await store.remove(conversationId('kept'))
    expect(await segmentsIn(schema)).toBe(0)
  })

  test('many who index at once index each message once', async () => {
    const schema = newSchema()
    const first = await openStore({ schema, waitingMessages: 0 })
    const stores = [first, ...(await Promise.all([1, 2].map(() => openStore({ schema, waitingMessages: 0 }))))]
    await talk(first, 'both', 20)
    const talks = stores.map((store, n) => talk(store, `own${n}`, 300))
    const searches = stores.flatMap((store) => [found(store, 'common'), found(store, 'number3', 'both')])
    await Promise.all([...talks, ...searches])
    for (const store of stores) expect(await found(store, 'number3')).toHaveLength(4)
    expect(await first.verify()).toEqual([])
  })

  test('a conversation that is removed while it is indexed leaves nothing behind', async () => {
    const store = await openStore({ schema: newSchema(), waitingMessages: 0 })
    for (let n = 0; n < 10; n++) {
      await talk(store, `brief${n}`, 40)
      await Promise.allSettled([found(store, 'common'), store.remove(conversationId(`brief${n}`))])
    }
    expect(await store.verify()).toEqual([])
    expect(await found(store, 'common')).toEqual([])
  })

  test('who may only read finds what nobody has indexed', async () => {
    const schema = newSchema()
    await talk(await openStore({ schema }), 'long', 100)
    const readOnly = `${server.url}?options=-c%20default_transaction_read_only%3Don`
    const store = await openStore({ schema, connectionString: readOnly })
    expect(await found(store, 'number9')).toEqual(['long-9'])
    expect(await segmentsIn(schema)).toBe(0)
  })

  test('a question weighs the words of messages in segments and of those that wait alike', async () => {
    const schema = newSchema()
    const store = await openStore({ schema })
    await talk(store, 'long', 256)
    await store.append(sessionId('long'), 256, [{ id: entryId('late'), message: user('we painted the harbour') }], 3)
    expect((await found(store, 'when was number200 or the harbour painted?')).slice(0, 2)).toEqual(['late', 'long-200'])
  })
})
