import { isFailure } from '@palimpsest/core/errors'
import { entryId } from '@palimpsest/core/log'
import { conversationId, type GatewayStore, sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fillGateway } from '../fill-gateway.arbitrary.ts'
import { createPostgresStore, type PostgresStoreOptions } from './postgres-store.ts'
import { startServer, type TestServer, whyNoServer } from './test-server.arbitrary.ts'

const reason = await whyNoServer()
const title = `when Postgres cannot serve${reason === undefined ? '' : ` (skipped: ${reason})`}`
const conversation = conversationId('conversation')
const root = sessionId('root')
const hello = [{ id: entryId('hello'), message: user('hello') }]

async function failureOf(work: Promise<unknown>): Promise<{ readonly cause: string; readonly retry: boolean }> {
  const error = await work.then(
    () => new Error('nothing failed'),
    (reason: unknown) => reason,
  )
  if (!isFailure(error, 'store/unavailable')) throw error
  return error.detail
}

/** All that an error would show in a log, its causes included. */
async function shownBy(work: Promise<unknown>): Promise<string> {
  const shown: string[] = []
  let error: unknown = await work.catch((reason: unknown) => reason)
  for (; error instanceof Error; error = error.cause)
    shown.push(String(error), JSON.stringify(error), error.stack ?? '')
  return shown.join('\n')
}

test('a server that is not there is unreachable, and the password stays untold', async () => {
  const opening = () => createPostgresStore({ connectionString: 'postgres://ann:hunter2@127.0.0.1:1/nowhere' })
  expect(await failureOf(opening())).toEqual({ cause: 'unreachable', retry: true })
  expect(await shownBy(opening())).toMatch(/cannot be reached/)
  expect(await shownBy(opening())).not.toMatch(/hunter2/)
})

test('a connection string that cannot be read is refused without being repeated', async () => {
  const opening = () => createPostgresStore({ connectionString: 'postgres://ann:hunter2@[bad/db' })
  expect(await failureOf(opening())).toMatchObject({ cause: 'unreachable' })
  expect(await shownBy(opening())).not.toMatch(/hunter2/)
})

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

  async function openStore(options: PostgresStoreOptions): Promise<GatewayStore> {
    const store = await createPostgresStore({ connectionString: server.url, ...options })
    open.push(store)
    return store
  }

  async function begun() {
    schemas += 1
    const schema = `failing_${schemas}`
    const store = await openStore({ schema })
    await store.begin({ id: root, conversation, at: 1 })
    return { store, schema }
  }

  test('a database that does not exist is unreachable, and waiting does not help', async () => {
    const connectionString = server.url.replace(/postgres$/, 'nowhere')
    expect(await failureOf(createPostgresStore({ connectionString }))).toEqual({ cause: 'unreachable', retry: false })
  })

  test('a read-only database can be read, and says so when written', async () => {
    const { schema } = await begun()
    const store = await openStore({
      schema,
      connectionString: `${server.url}?options=-c%20default_transaction_read_only%3Don`,
    })
    expect((await store.session(root))?.id).toBe(root)
    const lines = []
    for await (const line of store.dump(conversation)) lines.push(line)
    expect(lines).toHaveLength(3)
    expect(await failureOf(store.append(root, 0, hello, 2))).toEqual({ cause: 'read-only', retry: false })
  })

  test('a full disk in the middle of an append leaves nothing of it behind', async () => {
    const { store, schema } = await begun()
    await admin.query(`
      CREATE FUNCTION ${schema}.full_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON ${schema}.spans EXECUTE FUNCTION ${schema}.full_disk()`)
    expect(await failureOf(store.append(root, 0, hello, 2))).toEqual({ cause: 'full', retry: true })
    await admin.query(`DROP TRIGGER full_disk ON ${schema}.spans`)
    expect(await store.message(entryId('hello'))).toBeUndefined()
    expect(await store.verify()).toEqual([])
    expect((await store.append(root, 0, hello, 3)).nextSeq).toBe(1)
  })

  test('whatever statement of a compaction fails, the old view stays and the next try succeeds', async () => {
    const { store, schema } = await begun()
    await store.append(root, 0, hello, 2)
    await admin.query(`CREATE FUNCTION ${schema}.fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$`)
    const compaction = {
      session: root,
      basedOnSeq: 1,
      continuation: sessionId('next'),
      view: [{ kind: 'made' as const, id: entryId('made'), message: user('summary'), standsFor: [entryId('hello')] }],
      at: 3,
      receipt: { n: 1 },
    }
    const steps = ['UPDATE ON sessions', 'UPDATE ON conversations', 'INSERT ON sessions', 'INSERT ON messages']
    for (const step of [...steps, 'INSERT ON origins', 'INSERT ON spans', 'INSERT ON versions']) {
      const [event, , table] = step.split(' ')
      await admin.query(`CREATE TRIGGER fail BEFORE ${event} ON ${schema}.${table} EXECUTE FUNCTION ${schema}.fail()`)
      expect(await failureOf(store.compact(compaction)), step).toMatchObject({ cause: 'full' })
      await admin.query(`DROP TRIGGER fail ON ${schema}.${table}`)
      expect((await store.compressionTip(root)).id, step).toBe(root)
      expect(await store.verify(), step).toEqual([])
    }
    expect((await store.compact(compaction)).id).toBe('next')
  })

  test.each(['own', 'handed-in'])('what someone else holds for too long is busy, on an %s pool', async (kind) => {
    const { schema } = await begun()
    const store = await openStore(kind === 'own' ? { schema } : { schema, pool: admin })
    await store.state.set('scope', 'key', 1)
    const client = await admin.connect()
    await client.query(
      `BEGIN; SELECT 1 FROM ${schema}.conversations FOR UPDATE; SELECT 1 FROM ${schema}.state FOR UPDATE`,
    )
    const busy = { cause: 'busy', retry: true }
    const held = [store.append(root, 0, hello, 2), store.close(root, 'closed', 2), store.state.set('scope', 'key', 2)]
    expect(await Promise.all([...held, store.archive(9, 9)].map(failureOf))).toEqual([busy, busy, busy, busy])
    await client.query('ROLLBACK')
    client.release()
    expect((await store.append(root, 0, hello, 2)).nextSeq).toBe(1)
  })

  test('a schema written by a newer version is left alone', async () => {
    const { schema } = await begun()
    await admin.query(`UPDATE ${schema}.version SET version = 99`)
    expect(await failureOf(openStore({ schema }))).toEqual({ cause: 'newer', retry: false })
  })

  test('a database in another encoding than UTF-8 is refused before anything is written', async () => {
    await admin.query(`CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'`)
    const opening = createPostgresStore({ connectionString: server.url.replace(/postgres$/, 'latin') })
    await expect(opening).rejects.toMatchObject({ code: 'store/invalid', message: expect.stringContaining('LATIN1') })
  })

  test('ids and pages that Postgres cannot take are refused, not misunderstood', async () => {
    const { store } = await begun()
    const refused = { code: 'store/invalid' }
    const half = [{ id: entryId('half \ud800'), message: user('x') }]
    await expect(store.append(root, 0, half, 2)).rejects.toMatchObject(refused)
    await expect(store.session(sessionId('a\u0000b'))).rejects.toMatchObject(refused)
    await expect(store.conversations({ from: -1 })).rejects.toMatchObject(refused)
  })

  test('verify finds nothing wrong with a store that others write to meanwhile', async () => {
    const { store } = await begun()
    let writing = true
    const writer = (async () => {
      for (let n = 0; writing; n++) {
        await store.append(root, n, [{ id: entryId(`n${n}`), message: user('more'), usage: { input: 1 } }], 2)
      }
    })()
    for (let i = 0; i < 5; i++) expect(await store.verify()).toEqual([])
    writing = false
    await writer
  })

  test('a store whose connections were cut goes on with new ones', async () => {
    const { store } = await begun()
    await Promise.all([store.session(root), store.session(root), store.conversations()])
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'palimpsest'`)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect((await store.append(root, 0, hello, 2)).nextSeq).toBe(1)
  })

  test('a closed store says that it is closed, and may be closed again', async () => {
    const { store } = await begun()
    await store.end()
    await store.end()
    expect(await failureOf(store.session(root))).toEqual({ cause: 'closed', retry: false })
    expect(await failureOf(store.append(root, 0, hello, 2))).toEqual({ cause: 'closed', retry: false })
  })

  test('a pool that was handed in stays open', async () => {
    const store = await createPostgresStore({ pool: admin, schema: 'handed_in' })
    await store.end()
    expect((await admin.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  test('a receipt that is no JSON is told with its session', async () => {
    const { store, schema } = await begun()
    await admin.query(`INSERT INTO ${schema}.versions (conversation, kind, session, at, value)
      SELECT conversation, 'receipt', id, 1, 'zz' FROM ${schema}.sessions`)
    await expect(store.receipts(conversation)).rejects.toThrow(/session root is damaged.*palimpsest verify/)
    expect(await failureOf(store.receipts(conversation))).toEqual({ cause: 'corrupt', retry: false })
  })

  test.each([
    ['sequence-gap', `UPDATE S.spans SET seq = 7`, false],
    ['hash-mismatch', `UPDATE S.messages SET body = convert_to('{"role":"user","parts":[]}', 'UTF8')`, false],
    ['hash-mismatch', `UPDATE S.messages SET body = '\\x01ff'`, false],
    ['row-damaged', `UPDATE S.messages SET usage = '{bad' WHERE place = 1`, false],
    ['row-damaged', `UPDATE S.messages SET usage = '[1]' WHERE place = 1`, false],
    ['row-damaged', `UPDATE S.messages SET stands_for = convert_to('{bad', 'UTF8') WHERE place = 1`, false],
    ['row-damaged', `UPDATE S.conversations SET title = 'zz'`, false],
    ['row-damaged', `UPDATE S.sessions SET system = 'zz'`, false],
    [
      'row-damaged',
      `INSERT INTO S.versions (conversation, kind, session, at, value) SELECT conversation, 'receipt', id, 1, 'zz' FROM S.sessions`,
      false,
    ],
    ['row-damaged', `INSERT INTO S.state VALUES ('"scope"', '"key"', 'zz')`, false],
    ['row-damaged', `INSERT INTO S.leases VALUES ('zz', '"me"', 1)`, false],
    ['index-gap', `UPDATE S.messages SET place = 9 WHERE place = 0`, false],
    ['lineage-cycle', `UPDATE S.sessions SET parent = id`, false],
    ['tip-count', `UPDATE S.conversations SET tip = 'elsewhere'`, false],
    ['orphan-row', `UPDATE S.spans SET count = 1`, false],
    ['orphan-row', `UPDATE S.messages SET origin = 99 WHERE place = 1`, false],
    ['message-missing', `DELETE FROM S.messages WHERE place = 0`, false],
    ['search-incomplete', `UPDATE S.sheets SET keys = '{}'`, true],
    ['search-incomplete', `UPDATE S.sheets SET head = '\\x'`, true],
    ['search-incomplete', `UPDATE S.sheets SET bands = bands[2:64] || bands[1:1]`, true],
    ['search-incomplete', `INSERT INTO S.sheets SELECT newest + 9, keys, head, bands FROM S.sheets`, true],
    ['search-incomplete', `DELETE FROM S.sheets`, true],
    ['search-incomplete', `UPDATE S.conversations SET indexed = 1`, true],
    ['usage-mismatch', `UPDATE S.sessions SET usage_input = 7`, true],
    ['count-mismatch', `UPDATE S.conversations SET messages = 7`, true],
    ['lane-mismatch', `UPDATE S.lanes SET arrived = 9`, true],
    ['lane-mismatch', `UPDATE S.lanes SET handled = arrived`, true],
    ['lane-mismatch', `DELETE FROM S.lanes`, true],
    ['lane-mismatch', `UPDATE S.lanes SET holder = '"me"'`, true],
    ['row-damaged', `UPDATE S.lanes SET holder = 'zz', until = now()`, false],
    ['row-damaged', `UPDATE S.arrivals SET body = NULL`, false],
    ['row-damaged', `UPDATE S.arrivals SET body = 'zz'`, false],
    ['row-damaged', `UPDATE S.pieces SET body = NULL`, false],
    ['sequence-gap', `DELETE FROM S.events WHERE id = 2`, false],
    ['count-mismatch', `DELETE FROM S.eventlogs`, true],
    ['tip-seq', `UPDATE S.conversations SET tip_seq = 7`, true],
  ])('verify finds %s (%s)', async (code, damage, derived) => {
    const { schema } = await begun()
    const store = await openStore({ schema, waitingMessages: 0 })
    const more = [{ id: entryId('more'), message: user('more'), usage: { input: 3 } }]
    await store.append(root, 0, [...hello, ...more], 2)
    await fillGateway(store, conversation)
    expect((await store.search({ text: 'hello' })).hits).toHaveLength(1)
    expect(await store.verify()).toEqual([])
    await admin.query(damage.replaceAll('S.', `${schema}.`))
    expect(await store.verify()).toContainEqual(expect.objectContaining({ code, derived }))
    const left = (await store.repair()).map((problem) => problem.code)
    if (derived) expect(left).toEqual([])
    else expect(left).toContain(code)
    if (derived) expect((await store.search({ text: 'hello' })).hits).toHaveLength(1)
  })
})
