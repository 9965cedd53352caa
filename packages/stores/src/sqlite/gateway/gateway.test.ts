import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entryId } from '@palimpsest/core/log'
import { type ConversationId, conversationId, type GatewayStore, sessionId } from '@palimpsest/core/store'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, expect, test } from 'vitest'
import { fillGateway } from '../../fill-gateway.arbitrary.ts'
import { arrivalsOver, workLanes } from '../../lane-worker.arbitrary.ts'
import { createSqliteConnection } from '../connection/connection.ts'
import { migrateFile, schemaSteps } from '../schema/schema.ts'
import { createSqliteStore } from '../sqlite-store.ts'
import { createGatewayCore } from './gateway-core.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-gateway-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const conversation = conversationId('talk')
const dayMs = 24 * 60 * 60 * 1000

test('each arrival is handled once and in order, by one at a time, when several stores share a file', async () => {
  const path = join(folder, 'shared.db')
  const stores = await Promise.all(Array.from({ length: 3 }, () => createSqliteStore({ path })))
  const arrivals = arrivalsOver(6, 180)
  const [handled, busy] = [new Map<ConversationId, string[]>(), new Set<ConversationId>()]
  const putAll = async (store: GatewayStore) => {
    for (let from = 0; from < arrivals.length; from += 7) await store.inbox.put(arrivals.slice(from, from + 7))
  }
  await stores[0]?.inbox.put(arrivals.slice(0, 6))
  await Promise.all([
    ...stores.map(putAll),
    ...stores.map((store, i) => workLanes({ store, name: `worker-${i}`, handled, busy })),
  ])
  for (const store of stores) await workLanes({ store, name: 'last', handled, busy })
  for (const [talk, sources] of handled) {
    expect(sources).toEqual(arrivals.filter((each) => each.conversation === talk).map(({ source }) => source))
  }
  expect([...handled.values()].flat()).toHaveLength(arrivals.length)
  expect(await stores[0]?.verify()).toEqual([])
  await Promise.all(stores.map((store) => store.end()))
})

test('what is done has no body any more, and is forgotten when no repeat will come', () => {
  const db = open('forgotten')
  migrateFile(db)
  const clock = { now: 0 }
  const core = createGatewayCore(db, () => clock.now)
  const arrival = (source: string) => ({ entry: entryId(source), conversation, source, body: { source }, at: 1 })
  core.put([arrival('one'), arrival('two')])
  const [lane] = core.claimLanes('me', 1, dayMs)
  const first = lane && core.nextArrival(lane)
  if (lane === undefined || first === undefined) throw new Error('nothing waits')
  core.done(lane, first.no)
  expect(rows()).toEqual(['"one" null', '"two" {"source":"two"}'])
  clock.now = 29 * dayMs
  expect(core.put([arrival('one')])).toEqual([{ entry: 'one', isNew: false }])
  clock.now = 31 * dayMs
  core.put([arrival('three')])
  expect(rows()).toEqual(['"two" {"source":"two"}', '"three" {"source":"three"}'])
  db.close()

  function rows() {
    return db.all('SELECT source, body FROM arrival ORDER BY no').map(({ source, body }) => `${source} ${body}`)
  }
})

test('nothing that waited for a conversation is left in the file when it is removed', async () => {
  const path = join(folder, 'removed.db')
  const store = await createSqliteStore({ path })
  await store.begin({ id: sessionId('s'), conversation, at: 1 })
  await fillGateway(store, conversation)
  await store.remove(conversation)
  await store.end()
  const file = new DatabaseSync(path)
  const bodies = ['arrival', 'piece'].map((table) => `SELECT body FROM ${table} WHERE body IS NOT NULL`)
  expect(file.prepare(bodies.join(' UNION ALL ')).all()).toEqual([])
  file.close()
})

test('a file of the version before is brought to this one, with what it holds', async () => {
  const db = open('before')
  migrateFile(db, schemaSteps.slice(0, 2))
  db.run(`INSERT INTO state (scope, key, value) VALUES ('"s"', '"k"', '7')`)
  db.close()
  const store = await createSqliteStore({ path: join(folder, 'before.db') })
  expect(await store.state.get('s', 'k')).toBe(7)
  await fillGateway(store, conversation)
  expect(await store.inbox.backlog()).toEqual({ waiting: 2, oldestAt: 1 })
  expect(await store.verify()).toEqual([])
  await store.end()
})

function open(name: string) {
  const path = join(folder, `${name}.db`)
  return createSqliteConnection(new DatabaseSync(path), path)
}
