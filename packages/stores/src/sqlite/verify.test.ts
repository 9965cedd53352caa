import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { conversationId, entryId, type SessionStore, sessionId } from '@palimpsest/core'
import { user } from '@palimpsest/core/testing'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createSqliteStore } from './sqlite-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-verify-'))
const conversation = conversationId('c')
const root = sessionId('root')
const next = sessionId('next')
let files = 0
let path = ''
let store: SessionStore

beforeEach(async () => {
  files += 1
  path = join(folder, `${files}.db`)
  store = await createSqliteStore({ path })
  await store.begin({ id: root, conversation, at: 1 })
  await store.append(root, 0, [entry('one'), { ...entry('two'), usage: { output: 2 } }, entry('three')], 2)
  const made = { kind: 'made' as const, id: entryId('sum'), message: user('sum'), standsFor: [entryId('one')] }
  const view = [made, { kind: 'kept' as const, id: entryId('two') }]
  await store.compact({ session: root, basedOnSeq: 2, continuation: next, view, at: 3, receipt: {} })
  await store.append(next, 3, [entry('four')], 4)
  await store.search({ text: 'all is indexed before the first search' })
})
afterEach(() => store.end())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a store whose newest messages wait to be indexed is sound, and finds them', async () => {
  await store.append(next, 4, [entry('five')], 5)
  expect(await store.verify()).toEqual([])
  expect((await store.search({ text: 'five' })).hits.map(({ id }) => id)).toEqual(['five'])
  expect(await store.verify()).toEqual([])
})

test('a sound store verifies', async () => {
  expect(await store.verify()).toEqual([])
})

const lost: readonly (readonly [string, string, string])[] = [
  ['a changed text', `UPDATE message SET body = replace(body, 'one', 'eno') WHERE id = 'one'`, 'hash-mismatch'],
  ['a packed text that cannot be unpacked', `UPDATE message SET body = x'ffff' WHERE id = 'one'`, 'hash-mismatch'],
  ['a message that is gone', `DELETE FROM message WHERE id = 'two'`, 'message-missing'],
  ['a summary whose source is gone', `DELETE FROM message WHERE id = 'one'`, 'message-missing'],
  ['a hole in a list', `UPDATE run SET seq = seq + 1 WHERE seq > 0`, 'sequence-gap'],
  ['lists that lost their ends', `UPDATE run SET count = count - 1 WHERE count > 1`, 'sequence-gap'],
  ['runs that overlap', `UPDATE run SET count = 2 WHERE session = 2 AND seq = 0`, 'sequence-gap'],
  ['a list that shows what is not there', `UPDATE run SET first = first + 100 WHERE seq = 0`, 'message-missing'],
  [
    'a message that nobody lists',
    `DELETE FROM run WHERE first = (SELECT key FROM message WHERE id = 'sum')`,
    'orphan-row',
  ],
  ['originals that nobody lists', `UPDATE run SET count = 2 WHERE first & 8388608 = 0`, 'orphan-row'],
  ['messages of no conversation', `UPDATE conversation SET key = 9`, 'orphan-row'],
  ['a session that is gone', `DELETE FROM session WHERE id = 'root'`, 'orphan-row'],
  [
    'a session that is its own ancestor',
    `UPDATE session SET parent = (SELECT key FROM session WHERE id = 'next')`,
    'lineage-cycle',
  ],
  ['two live tips', `UPDATE session SET ended_at = NULL, end_reason = NULL`, 'tip-count'],
  ['no live tip', `UPDATE session SET ended_at = 9, end_reason = 'undone'`, 'tip-count'],
  [
    'a continuation of a session that goes on',
    `UPDATE session SET ended_at = 9, end_reason = 'closed' WHERE id = 'root'`,
    'lineage-broken',
  ],
  ['an index that skips', `UPDATE message SET key = key + 7 WHERE id = 'four'`, 'index-gap'],
]

test.each(lost)('verify finds %s, and repair does not hide it', async (_, sql, code) => {
  edit(sql)
  expect(await codes(store.verify())).toContain(code)
  expect(await codes(store.repair())).toContain(code)
})

/** The key of the first message of the first conversation. */
const first = 2 ** 24

const derived: readonly (readonly [string, string, string])[] = [
  ['a message that search misses', `DELETE FROM search WHERE rowid = ${first}`, 'search-incomplete'],
  ['a search row of nothing', `INSERT INTO search (rowid, words) VALUES (99, 'ghost')`, 'search-incomplete'],
  [
    'a text that search knows by other words',
    `DELETE FROM search WHERE rowid = ${first}; INSERT INTO search (rowid, words) VALUES (${first}, 'x y z u v')`,
    'search-incomplete',
  ],
  ['an index that lost everything', `INSERT INTO search (search) VALUES ('delete-all')`, 'search-incomplete'],
  ['an index that is told to be further than it is', `UPDATE conversation SET indexed = 9`, 'search-incomplete'],
  ['an index that is further than told', `UPDATE conversation SET indexed = 1`, 'search-incomplete'],
  ['usage that was changed', `UPDATE session SET usage = '{"output":9}'`, 'usage-mismatch'],
  [
    'a tip that was not moved',
    `UPDATE conversation SET tip = (SELECT key FROM session WHERE id = 'root')`,
    'tip-count',
  ],
  ['a list that is longer than told', `UPDATE session SET next_seq = next_seq - 1 WHERE id = 'root'`, 'sequence-gap'],
  ['a count of originals that lags', `UPDATE session SET originals = 2`, 'index-gap'],
]

test.each(derived)('verify finds %s, and repair puts it right', async (_, sql, code) => {
  const before = await everything()
  edit(sql)
  const problems = await store.verify()
  expect(problems.map((problem) => [problem.code, problem.derived])).toContainEqual([code, true])
  expect(await store.repair()).toEqual([])
  expect(await everything()).toEqual(before)
})

test('a damaged search index is rebuilt', async () => {
  edit(`UPDATE search_data SET block = x'00000004' WHERE id > 10`)
  expect(await codes(store.verify())).toContain('search-damaged')
  expect(await store.repair()).toEqual([])
  expect((await store.search({ text: 'four' })).hits.map(({ id }) => id)).toEqual(['four'])
})

test('a search in an index that cannot be read says how to mend it', async () => {
  edit('DELETE FROM search_data WHERE id > 10')
  await expect(store.search({ text: 'four' })).rejects.toThrow('palimpsest verify --repair')
  expect(await store.repair()).toEqual([])
  expect((await store.search({ text: 'four' })).hits.map(({ id }) => id)).toEqual(['four'])
})

function entry(text: string) {
  return { id: entryId(text), message: user(text) }
}

async function codes(problems: Promise<readonly { readonly code: string }[]>): Promise<readonly string[]> {
  return (await problems).map(({ code }) => code)
}

async function everything() {
  const texts = ['one', 'two', 'three', 'four', 'sum']
  const found = []
  for (const text of texts) found.push((await store.search({ text })).hits.map(({ id }) => id))
  const sessions = [await store.session(root), await store.session(next)]
  return { found, sessions, conversation: await store.conversation(conversation) }
}

/** Changes the file by hand, behind the store's back. */
function edit(sql: string): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  database.enableDefensive(false)
  database.exec(sql)
  database.close()
}
