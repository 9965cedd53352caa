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
  ['a hole in a list', `DELETE FROM entry WHERE seq = 1`, 'sequence-gap'],
  ['a list that lost its end', `DELETE FROM entry WHERE seq = 3`, 'sequence-gap'],
  [
    'a message that nobody lists',
    `DELETE FROM entry WHERE message = (SELECT key FROM message WHERE id = 'sum')`,
    'orphan-row',
  ],
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
  ['an index that skips', `UPDATE message SET place = 7 WHERE id = 'four'`, 'index-gap'],
]

test.each(lost)('verify finds %s, and repair does not hide it', async (_, sql, code) => {
  edit(sql)
  expect(await codes(store.verify())).toContain(code)
  expect(await codes(store.repair())).toContain(code)
})

const derived: readonly (readonly [string, string, string])[] = [
  ['a message that search misses', 'DELETE FROM search WHERE rowid = 1', 'search-incomplete'],
  ['a search row of nothing', `INSERT INTO search (rowid, terms) VALUES (99, 'ghost')`, 'search-incomplete'],
  [
    'a text that search knows by other words',
    `DELETE FROM search WHERE rowid = 1; INSERT INTO search (rowid, terms) VALUES (1, 'x y z u v')`,
    'search-incomplete',
  ],
  ['usage that was changed', `UPDATE session SET usage = '{"output":9}'`, 'usage-mismatch'],
  [
    'a tip that was not moved',
    `UPDATE conversation SET tip = (SELECT key FROM session WHERE id = 'root')`,
    'tip-count',
  ],
  ['a list that is longer than told', `UPDATE session SET next_seq = next_seq - 1 WHERE id = 'root'`, 'sequence-gap'],
  ['a count of originals that lags', `UPDATE conversation SET originals = 2`, 'index-gap'],
]

test.each(derived)('verify finds %s, and repair puts it right', async (_, sql, code) => {
  const before = await everything()
  edit(sql)
  const problems = await store.verify()
  expect(problems.map((problem) => [problem.code, problem.derived])).toContainEqual([code, true])
  expect(await store.repair()).toEqual([])
  expect(await everything()).toEqual(before)
})

test('a search index that lost everything is filled again by the next search', async () => {
  const before = await everything()
  edit(`INSERT INTO search (search) VALUES ('delete-all')`)
  expect(await store.verify()).toEqual([])
  expect(await everything()).toEqual(before)
})

test('a damaged search index is rebuilt', async () => {
  edit(`UPDATE search_data SET block = x'00000004' WHERE id > 10`)
  expect(await codes(store.verify())).toContain('search-damaged')
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
