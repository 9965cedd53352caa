import { setTimeout as sleep } from 'node:timers/promises'
import { isFailure } from '@palimpsest/core/errors'
import { entryId } from '@palimpsest/core/log'
import { type ConversationId, conversationId, type GatewayStore, sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fillGateway } from '../../fill-gateway.arbitrary.ts'
import { arrivalsOver, workLanes } from '../../lane-worker.arbitrary.ts'
import { createPostgresStore } from '../postgres-store.ts'
import { migrations } from '../schema/migrations.ts'
import { startServer, type TestServer, whyNoServer } from '../test-server.arbitrary.ts'

const reason = await whyNoServer()
const title = `gateways on one database${reason === undefined ? '' : ` (skipped: ${reason})`}`
const conversation = conversationId('talk-0')
const long = 60_000

describe.skipIf(reason !== undefined)(title, () => {
  let server: TestServer
  let admin: Pool
  let schemas = 0
  const open: GatewayStore[] = []

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

  /** Each with a pool of its own, as processes have. */
  async function openStores(count: number) {
    schemas += 1
    const schema = `gateway_${schemas}`
    const options = { connectionString: server.url, schema, max: 4 }
    const stores = await Promise.all(Array.from({ length: count }, () => createPostgresStore(options)))
    open.push(...stores)
    const [one, other] = stores
    if (one === undefined || other === undefined) throw new Error('two stores are needed')
    return { one, other, stores, schema }
  }

  test('each arrival is handled once and in order, by one at a time, however many put and claim', async () => {
    const { one, stores } = await openStores(3)
    const arrivals = arrivalsOver(8, 240)
    const [handled, busy] = [new Map<ConversationId, string[]>(), new Set<ConversationId>()]
    const putAll = async (store: GatewayStore) => {
      for (let from = 0; from < arrivals.length; from += 7) await store.inbox.put(arrivals.slice(from, from + 7))
    }
    await one.inbox.put(arrivals.slice(0, 8))
    await Promise.all([
      ...stores.map(putAll),
      ...stores.map((store, i) => workLanes({ store, name: `worker-${i}`, handled, busy })),
    ])
    await workLanes({ store: one, name: 'last', handled, busy })
    for (const [talk, sources] of handled) {
      const sent = arrivals.filter((each) => each.conversation === talk).map(({ source }) => source)
      expect(sources).toEqual(sent)
    }
    expect([...handled.values()].flat()).toHaveLength(arrivals.length)
    expect(await one.verify()).toEqual([])
  })

  test('of those who put one source at once exactly one finds it new, and all get its entry', async () => {
    const { one, stores } = await openStores(4)
    for (let round = 0; round < 20; round++) {
      const put = (store: GatewayStore, i: number) => {
        const arrival = { conversation, source: `s-${round}`, body: {}, at: 1, entry: entryId(`e-${round}-${i}`) }
        return store.inbox.put([arrival])
      }
      const answers = (await Promise.all(stores.map(put))).flat()
      expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
      expect(new Set(answers.map(({ entry }) => entry)).size).toBe(1)
    }
    expect(await one.inbox.backlog()).toEqual({ waiting: 20, oldestAt: 1 })
  })

  test('puts over the same conversations in any order, renewals and claims do not stop each other', async () => {
    const { one, other, stores } = await openStores(4)
    const arrivals = arrivalsOver(20, 400)
    await one.inbox.put(arrivals.slice(0, 20))
    await one.inbox.claim('one', 10, long)
    const renewing = Promise.all(Array.from({ length: 20 }, () => one.inbox.renew('one', long)))
    const puts = stores.map((store, i) => {
      const own = arrivals.slice(20 + i * 95, 20 + (i + 1) * 95)
      return store.inbox.put(i % 2 === 0 ? own : own.toReversed())
    })
    expect((await Promise.all(puts)).flat().every(({ isNew }) => isNew)).toBe(true)
    expect((await renewing).every((lanes) => lanes.length === 10)).toBe(true)
    expect(await other.inbox.claim('other', 99, long)).toHaveLength(10)
    expect(await other.verify()).toEqual([])
  })

  test('pieces of a thread go out one at a time and in order, whoever delivers them', async () => {
    const { one, stores } = await openStores(3)
    const keys = Array.from({ length: 60 }, (_, i) => `${i % 3} ${String(i).padStart(2, '0')}`)
    await one.outbox.add(
      keys.map((key) => ({ key, conversation, channel: 'web', thread: key.slice(0, 1), body: {}, at: 1 })),
    )
    const sent: string[] = []
    const busy = new Set<string>()
    const deliver = async ({ outbox }: GatewayStore, name: string) => {
      while ((await outbox.backlog()).waiting > 0) {
        for (const piece of await outbox.claim(['web'], name, 2, long)) {
          if (busy.has(piece.thread)) throw new Error(`two deliver to ${piece.thread}`)
          busy.add(piece.thread)
          sent.push(piece.key)
          busy.delete(piece.thread)
          expect(await outbox.sent(piece, name, 'x')).toBe(true)
        }
      }
    }
    await Promise.all(stores.map((store, i) => deliver(store, `d-${i}`)))
    for (const thread of ['0', '1', '2']) {
      expect(sent.filter((key) => key.startsWith(thread))).toEqual(keys.filter((key) => key.startsWith(thread)))
    }
  })

  test('events that many append at once have ids without gaps', async () => {
    const { one, stores } = await openStores(3)
    const appends = Array.from({ length: 30 }, (_, i) => stores[i % 3]?.events.append(conversation, [i, i], i))
    const ids = await Promise.all(appends)
    expect(ids.toSorted((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => 2 * i + 2))
    const kept = await one.events.after(conversation, 0, 99)
    expect(kept.map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
  })

  test('a write under a fence and a change of hands happen one after the other', async () => {
    const { one, other } = await openStores(2)
    const root = sessionId('root')
    await one.begin({ id: root, conversation, at: 1 })
    for (let round = 0; round < 25; round++) {
      const lane = await one.inbox.take(conversation, 'one', 0)
      if (lane === undefined) throw new Error('no lane was given')
      const fenced = one.fenced(lane)
      const written = fenced.append(root, round, [{ id: entryId(`e-${round}`), message: user('x') }], 2)
      const taken = other.inbox.take(conversation, 'other', 0)
      const [first] = await Promise.allSettled([written, taken])
      // Once the lane has changed hands, nothing more comes.
      const late = await one
        .fenced(lane)
        .state.set(conversation, 'k', 1)
        .catch((error: unknown) => error)
      expect(isFailure(late, 'store/fenced')).toBe(true)
      if (first.status === 'rejected') {
        expect(isFailure(first.reason, 'store/fenced')).toBe(true)
        await other.append(root, round, [{ id: entryId(`e-${round}`), message: user('x') }], 2)
      }
    }
    expect(await one.verify()).toEqual([])
  })

  test('a conversation that is removed while others put for it leaves nothing that cannot be claimed', async () => {
    const { one, other } = await openStores(2)
    for (let round = 0; round < 40; round++) {
      await one.begin({ id: sessionId(`s-${round}`), conversation, at: 1 })
      const put = (n: number) =>
        other.inbox.put([{ conversation, source: `${round} ${n}`, body: {}, at: 1, entry: entryId(`e${round}-${n}`) }])
      await Promise.all([one.remove(conversation), put(1), put(2), put(3)])
      expect(await one.verify()).toEqual([])
    }
  })

  test('whoever watches learns of others, also after the connection was cut', async () => {
    const { one, other } = await openStores(2)
    const noticed: string[] = []
    let rounds = 0
    one.inbox.watch(() => noticed.push('inbox'))
    one.outbox.watch(() => noticed.push('outbox'))
    one.events.watch((talk) => noticed.push(`events ${talk}`))
    const act = async () => {
      const from = noticed.length
      rounds += 1
      const own = `n${rounds}`
      await other.inbox.put([{ conversation, source: own, body: {}, at: 1, entry: entryId(`e-${own}`) }])
      await other.outbox.add([{ key: own, conversation, channel: 'web', thread: 't', body: {}, at: 1 }])
      await other.events.append(conversation, [1], 1)
      await sleep(100)
      return new Set(noticed.slice(from))
    }
    const all = new Set(['inbox', 'outbox', `events ${conversation}`])
    await expect.poll(act, { timeout: 10_000 }).toEqual(all)
    const cut = await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN "palimpsest_%'`,
    )
    expect(cut.rowCount).toBe(1)
    // Nobody needs to be notified of what can be found by looking.
    await other.inbox.put([{ conversation, source: 'unnoticed', body: {}, at: 1, entry: entryId('unnoticed') }])
    expect(await one.inbox.claim('one', 1, long)).toHaveLength(1)
    await expect.poll(act, { timeout: 10_000 }).toEqual(all)
  })

  test('where nothing can be listened to, a watch is silent, and all else works', async () => {
    const { one, schema } = await openStores(2)
    const pool = new Pool({ connectionString: server.url })
    // The store's own connection is refused; those of the pool are there already.
    const client = await pool.connect()
    client.release()
    pool.options.port = 1
    Object.assign(pool.options, { connectionString: 'postgres://nobody@127.0.0.1:1/nowhere' })
    const silent = await createPostgresStore({ pool, schema })
    const noticed: string[] = []
    silent.inbox.watch(() => noticed.push('inbox'))
    await fillGateway(one, conversation)
    await sleep(300)
    expect(noticed).toEqual([])
    expect(await silent.inbox.claim('silent', 1, long)).toHaveLength(1)
    await silent.end()
    await pool.end()
  })

  test('what was done long ago is forgotten, and what waits is not', async () => {
    const { one, other, schema } = await openStores(2)
    await fillGateway(one, conversation)
    const [lane] = await one.inbox.claim('one', 1, long)
    const first = lane && (await one.inbox.next(lane))
    if (lane === undefined || first === undefined) throw new Error('nothing waits')
    await one.inbox.done(lane, first.no)
    const { rows } = await admin.query(`SELECT source, body FROM ${schema}.arrivals ORDER BY no`)
    expect(rows).toEqual([
      { source: '"one"', body: null },
      { source: '"two"', body: '{"text":"two"}' },
    ])
    await admin.query(`UPDATE ${schema}.arrivals SET done_at = now() - interval '31 days' WHERE done_at IS NOT NULL`)
    // A store looks for what is old at its first put.
    await other.inbox.put([{ conversation, source: 'three', body: {}, at: 1, entry: entryId('three') }])
    const left = await admin.query(`SELECT source FROM ${schema}.arrivals ORDER BY no`)
    expect(left.rows).toEqual([{ source: '"two"' }, { source: '"three"' }])
    expect(await one.verify()).toEqual([])
  })

  test('a database of the version before is brought to this one, with what it holds', async () => {
    const { one, schema } = await openStores(2)
    await one.begin({ id: sessionId('old'), conversation, at: 1 })
    const tables = ['lanes', 'arrivals', 'pieces', 'eventlogs', 'events']
    await admin.query(tables.map((table) => `DROP TABLE ${schema}.${table}`).join(';'))
    await admin.query(`UPDATE ${schema}.version SET version = ${migrations.length - 1}`)
    const now = await createPostgresStore({ connectionString: server.url, schema })
    open.push(now)
    expect(await now.conversation(conversation)).toMatchObject({ tip: 'old' })
    await fillGateway(now, conversation)
    expect(await now.verify()).toEqual([])
  })
})
