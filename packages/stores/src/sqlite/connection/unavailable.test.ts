import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isFailure } from '@palimpsest/core/errors'
import { entryId } from '@palimpsest/core/log'
import { conversationId, type SessionStore, sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createSqliteStore, type SqliteStoreOptions } from '../sqlite-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-unavailable-'))
const opened: SessionStore[] = []
let names = 0

afterEach(async () => {
  for (const store of opened.splice(0)) await store.end()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const root = { id: sessionId('s'), conversation: conversationId('c'), at: 1 }

test('a file that is no database is refused, named, and left as it is', async () => {
  const path = freshPath()
  writeFileSync(path, 'not a database, but long enough to be looked at as one'.repeat(100))
  const before = readFileSync(path)
  await expectUnavailable(open({ path }), 'corrupt', path)
  expect(readFileSync(path)).toEqual(before)
})

test('a folder that cannot be made is told as such', async () => {
  const path = join(freshPath(), 'deeper', 'state.db')
  writeFileSync(join(path, '..', '..'), 'a file where a folder should be')
  await expectUnavailable(open({ path }), 'read-only', path)
})

test.each([
  ['missing', undefined],
  ['empty', ''],
])('a store that has to exist is not made where the file is %s', async (_, content) => {
  const path = join(freshPath(), 'state.db')
  if (content !== undefined) mkdirSync(join(path, '..'))
  if (content !== undefined) writeFileSync(path, content)
  await expectUnavailable(open({ path, existing: true }), 'unreachable', path)
  expect(existsSync(path) ? readFileSync(path, 'utf8') : undefined).toBe(content)
  expect(existsSync(`${path}-wal`)).toBe(false)
  await (await open({ path })).end()
  expect(await (await open({ path, existing: true })).verify()).toEqual([])
})

test('a database without tables is no store that exists, and stays as it is', async () => {
  const path = freshPath()
  edit(path, 'PRAGMA journal_mode = WAL; CREATE TABLE t (x); DROP TABLE t; VACUUM')
  const before = readFileSync(path)
  await expectUnavailable(open({ path, existing: true }), 'unreachable', path)
  expect(readFileSync(path)).toEqual(before)
})

test('folders that do not exist yet are made', async () => {
  const path = join(freshPath(), 'one', 'two', 'state.db')
  expect(await (await open({ path })).verify()).toEqual([])
})

test('the database of another program is refused and left as it is', async () => {
  const path = freshPath()
  edit(path, 'CREATE TABLE theirs (x)')
  const before = readFileSync(path)
  await expectUnavailable(open({ path }), 'corrupt', path)
  expect(readFileSync(path)).toEqual(before)
})

test('a file of a newer version is refused and left as it is', async () => {
  const path = freshPath()
  await (await open({ path })).end()
  edit(path, 'PRAGMA user_version = 99')
  await expectUnavailable(open({ path }), 'newer', path)
  expect(new DatabaseSync(path).prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 })
})

test('writing to a read-only file is refused, reading goes on', async () => {
  const path = freshPath()
  await (await open({ path })).begin(root)
  const store = await open({ path, driver: driver('read-only', '{ readOnly: true }') })
  await expectUnavailable(store.append(root.id, 0, [entry('a')], 2), 'read-only', path)
  expect((await store.session(root.id))?.nextSeq).toBe(0)
})

test('a full disk fails the write as a whole, and later writes go on when there is room again', async () => {
  const path = freshPath()
  const store = await open({ path, driver: driver('full', '{}', 'PRAGMA max_page_count = 60') })
  await store.begin(root)
  const text = Array.from({ length: 400 }, (_, i) => (i * 7919).toString(36)).join(' ')
  let seq = 0
  const fill = async () => {
    for (; seq < 500; seq++) await store.append(root.id, seq, [entry(`e${seq}`, `${seq} ${text}`)], 2)
  }
  await expectUnavailable(fill(), 'full', path)
  expect((await store.session(root.id))?.nextSeq).toBe(seq)
  expect((await store.originals(root.conversation)).length).toBe(seq)
  expect(await store.verify()).toEqual([])
  const roomy = await open({ path })
  expect((await roomy.append(root.id, seq, [entry('more', text)], 3)).nextSeq).toBe(seq + 1)
  expect(await roomy.verify()).toEqual([])
})

test('a write that waits too long for another process is busy and can be tried again', async () => {
  const path = freshPath()
  const store = await open({ path, busyTimeoutMs: 50 })
  await store.begin(root)
  const other = new DatabaseSync(path)
  other.exec('BEGIN IMMEDIATE')
  const failure = await expectUnavailable(store.append(root.id, 0, [entry('a')], 2), 'busy', path)
  expect(failure.retry).toBe(true)
  expect((await store.session(root.id))?.nextSeq).toBe(0)
  other.exec('ROLLBACK')
  expect((await store.append(root.id, 0, [entry('a')], 2)).nextSeq).toBe(1)
})

test('a store that was ended says so, and ending it twice is fine', async () => {
  const path = freshPath()
  const store = await open({ path })
  await Promise.all([store.end(), store.end()])
  await expectUnavailable(store.begin(root), 'closed', path)
})

test('calls made before the end are answered', async () => {
  const store = await open({ path: freshPath() })
  const begun = store.begin(root)
  await store.end()
  expect((await begun).id).toBe(root.id)
})

test('a driver that cannot be loaded is an error that names it', async () => {
  await expect(open({ path: freshPath(), driver: 'no-such-driver' })).rejects.toThrow('no-such-driver')
})

function open(options: SqliteStoreOptions): Promise<SessionStore> {
  return createSqliteStore(options).then((store) => {
    opened.push(store)
    return store
  })
}

function freshPath(): string {
  names += 1
  return join(folder, `${names}.db`)
}

function entry(id: string, text = 'hello') {
  return { id: entryId(id), message: user(text) }
}

function edit(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

/** Writes a driver that opens every file with these options, and runs a pragma on it. */
function driver(name: string, options: string, pragma = ''): string {
  const file = join(folder, `${name}.mjs`)
  const base = import.meta.resolve('@photostructure/sqlite')
  const open = `super(path, ${options}); this.exec(${JSON.stringify(pragma)})`
  writeFileSync(
    file,
    `import { DatabaseSync as Base } from ${JSON.stringify(base)}
     export class DatabaseSync extends Base { constructor(path) { ${open} } }`,
  )
  return pathToFileURL(file).href
}

async function expectUnavailable(work: Promise<unknown>, cause: string, path: string) {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isFailure(error, 'store/unavailable')) throw new Error(`expected ${cause}, but got ${error}`, { cause: error })
  expect(error.detail.cause).toBe(cause)
  expect(error.message).toContain(path)
  return error.detail
}
