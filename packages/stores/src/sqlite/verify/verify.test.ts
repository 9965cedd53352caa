import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isFailure } from '@palimpsest/core/errors'
import { entryId } from '@palimpsest/core/log'
import { conversationId, type GatewayStore, sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { fillGateway } from '../../fill-gateway.arbitrary.ts'
import { openHere } from '../open-here.arbitrary.ts'
import { hashText } from '../schema/pack-message.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-verify-'))
const conversation = conversationId('c')
const root = sessionId('root')
const next = sessionId('next')
let files = 0
let path = ''
let store: GatewayStore

beforeEach(async () => {
  files += 1
  path = join(folder, `${files}.db`)
  store = openHere(path)
  await store.begin({ id: root, conversation, at: 1, system: 'Be kind.', title: 'Talk' })
  await store.state.set(conversation, 'mood', 'good')
  await store.leases.take('desk', 'me', 9, 1)
  await fillGateway(store, conversation)
  await store.append(root, 0, [entry('one'), { ...entry('two'), usage: { output: 2 } }, entry('three')], 2)
  const made = { kind: 'made' as const, id: entryId('sum'), message: user('sum'), standsFor: [entryId('one')] }
  const view = [made, { kind: 'kept' as const, id: entryId('two') }]
  await store.compact({ session: root, basedOnSeq: 2, continuation: next, view, at: 3, receipt: {}, ledger: {} })
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

/** Two originals trade places. */
const swap = `UPDATE message SET key = 7 WHERE id = 'one'; UPDATE message SET key = key - 1 WHERE id = 'two';
  UPDATE message SET key = ${2 ** 24 + 1} WHERE id = 'one'`

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
  ['a time that was changed', `UPDATE message SET at = 1 WHERE id = 'two'`, 'hash-mismatch'],
  ['an id that was changed', `UPDATE message SET id = 'deux' WHERE id = 'two'`, 'hash-mismatch'],
  ['a place that was changed', swap, 'hash-mismatch'],
  ['a message that was given to another session', `UPDATE message SET session = 2`, 'hash-mismatch'],
  ['a usage that was changed', `UPDATE message SET extra = '{"usage":{"output":3}}' WHERE id = 'two'`, 'hash-mismatch'],
  ['a receipt that is gone', `DELETE FROM version WHERE kind = 'receipt'`, 'version-missing'],
  ['a ledger that is gone', `DELETE FROM version WHERE kind = 'ledger'`, 'version-missing'],
  ['a receipt that was changed', `UPDATE version SET value = '{"n":2}'`, 'hash-mismatch'],
  ['a receipt whose time was changed', `UPDATE version SET at = 7`, 'hash-mismatch'],
  [
    'a receipt that nobody wrote',
    `INSERT INTO version (kind, conversation, session, at, value) VALUES ('receipt', 1, 1, 3, '{}')`,
    'hash-mismatch',
  ],
  ['a prompt that was changed', `UPDATE prompt SET text = '"else"'`, 'hash-mismatch'],
  ['a parent by another name', `UPDATE session SET parent_id = 'stranger' WHERE id = 'next'`, 'lineage-broken'],
  ['a session that ended halfway', `UPDATE session SET end_reason = NULL WHERE id = 'root'`, 'lineage-broken'],
  ['an arrival without a body', `UPDATE arrival SET body = NULL`, 'row-damaged'],
  ['a piece without a body', `UPDATE piece SET body = NULL`, 'row-damaged'],
  ['a gap between events', `DELETE FROM event WHERE id = 2`, 'sequence-gap'],
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
  ['usage that is no JSON', `UPDATE session SET usage = 'zz'`, 'row-damaged'],
  ['a count of a session that others continue', `UPDATE session SET originals = 99 WHERE id = 'root'`, 'index-gap'],
  ['such a count that lags', `UPDATE session SET originals = 1 WHERE id = 'root'`, 'index-gap'],
  ['such a count that is none', `UPDATE session SET originals = 'zz' WHERE id = 'root'`, 'index-gap'],
  ['a lane that counts too much', `UPDATE lane SET arrived = 9`, 'lane-mismatch'],
  ['a lane that counts too little', `UPDATE lane SET handled = arrived`, 'lane-mismatch'],
  ['a lane that is gone', `DELETE FROM lane`, 'lane-mismatch'],
  ['a lane whose oldest arrival is another', `UPDATE lane SET oldest = 9`, 'lane-mismatch'],
  ['a lane that is held without an end', `UPDATE lane SET holder = '"me"'`, 'lane-mismatch'],
  ['a count of a lane that is none', `UPDATE lane SET arrived = 'zz'`, 'row-damaged'],
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

test.each([
  ['receipt', `UPDATE version SET value = 'zz'`, () => store.receipts(conversation), 'The receipt of session next'],
  ['ledger', `UPDATE version SET value = 'zz'`, () => store.ledgers(conversation), 'The ledger of session next'],
  ['usage', `UPDATE session SET usage = 'zz'`, () => store.session(root), 'session root'],
  ['title', `UPDATE conversation SET title = 'zz'`, () => store.conversations(), 'Conversation c'],
  ['message', `UPDATE message SET extra = '{bad'`, () => store.view(root), 'Message one'],
  ['body', `UPDATE message SET body = x'ff'`, () => store.originals(conversation), 'Message one'],
  ['time', `UPDATE message SET at = 'zz'`, () => store.originals(conversation), 'Message one'],
  ['fact', `UPDATE state SET value = 'zz'`, () => store.state.get(conversation, 'mood'), 'The state "mood" of c'],
  ['end', `UPDATE session SET usage = 'zz'`, () => store.append(next, 4, [entry('five')], 5), 'session next'],
] as const)('reading a damaged %s names it and says what to do', async (_, sql, read, named) => {
  edit(sql)
  const error = await read().then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isFailure(error, 'store/unavailable')) throw new Error(`expected a failure, but got ${error}`)
  expect(error.detail).toEqual({ cause: 'corrupt', retry: false })
  expect(error.message).toMatch(new RegExp(`${named}.* is damaged.*palimpsest verify`))
})

test('a damaged message keeps no other from being found', async () => {
  edit(`UPDATE message SET body = x'ff' WHERE id = 'one'`)
  expect((await store.search({ text: 'one' })).hits).toEqual([])
  expect((await store.search({ text: 'four' })).hits).toHaveLength(1)
})

test('what an older version wrote, without seals of receipts and times, is sound', async () => {
  await store.end()
  edit(`ALTER TABLE session DROP COLUMN versions; DROP TABLE lane; DROP TABLE arrival; DROP TABLE piece; DROP TABLE event;
    PRAGMA user_version = 1`)
  const bodies = new DatabaseSync(path)
  for (const { key, body } of bodies.prepare('SELECT key, body FROM message').all() as Row[]) {
    bodies.prepare('UPDATE message SET hash = ? WHERE key = ?').run(hashText(body), key)
  }
  bodies.close()
  store = openHere(path)
  expect(await store.verify()).toEqual([])
  edit(`UPDATE message SET body = replace(body, 'one', 'eno') WHERE id = 'one'`)
  expect(await codes(store.verify())).toEqual(['hash-mismatch'])
})

interface Row {
  readonly key: number
  readonly body: string
}

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
