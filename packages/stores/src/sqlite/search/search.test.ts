import { conversationId, sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { beforeEach, expect, test } from 'vitest'
import type { Connection } from '../connection/connection.ts'
import { importDriver } from '../connection/driver.ts'
import { openConnection } from '../worker/sqlite-core.ts'
import { appendInSqlite } from '../write/append.ts'
import { beginInSqlite } from '../write/begin.ts'
import { indexWaiting } from './index-messages.ts'
import { searchInSqlite } from './search.ts'

const driver = await importDriver()
let db: Connection

beforeEach(() => {
  db = openConnection(driver, { path: ':memory:', busyTimeoutMs: 0, survivesPowerLoss: false })
})

test('of two texts as long, the one that says the word often comes first', () => {
  say('c', { once: 'a refund and other words that say little', often: 'refund or refund or refund and words that say' })
  expect(found('refund')).toEqual(['often', 'once'])
})

test('of two texts that say the word once, the shorter comes first, and of equals the newer', () => {
  say('c', { old: 'refund now', long: 'the refund that many other words surround in this text', new: 'refund then' })
  expect(found('refund')).toEqual(['new', 'old', 'long'])
})

test('a search in one conversation sees no other, and counts no other', () => {
  say('a', { a1: 'refund', a2: 'other' })
  say('b', { b1: 'refund' })
  say('c', { c1: 'refund' })
  expect(searchInSqlite(db, { text: 'refund', conversation: conversationId('b') })).toMatchObject({ searched: 1 })
  expect(found('refund', 'b')).toEqual(['b1'])
  expect(found('refund', 'a')).toEqual(['a1'])
  expect(found('refund').toSorted()).toEqual(['a1', 'b1', 'c1'])
})

test('a phrase that only the last of thousands of candidates holds is found, or the search says that it gave up', () => {
  const texts = Array.from({ length: 3_999 }, (_, i) => [`n${i}`, 'file that not'])
  say('c', { ...Object.fromEntries(texts), last: 'not that file, and some more words to rank last' })
  expect(found('"not that file"')).toEqual(['last'])
  expect(searchInSqlite(db, { text: '"not that file"' }).capped).toBe(false)
  say('d', { first: 'not that file' })
  expect(searchInSqlite(db, { text: '"not that file"' })).toMatchObject({ hits: [{ id: 'first' }], capped: true })
})

test('a damaged message is not found, and does not keep others from being found', () => {
  say('c', { bad: 'refund', good: 'refund' }, () => db.exec(`UPDATE message SET body = x'ff' WHERE id = 'bad'`))
  expect(found('refund')).toEqual(['good'])
})

/** Says texts by their ids in a conversation of its own, and has them indexed. */
function say(name: string, texts: Readonly<Record<string, string>>, beforeIndexing = () => {}): void {
  beginInSqlite(db, { id: sessionId(name), conversation: conversationId(name), at: 1 })
  const entries = Object.entries(texts).map(([id, text]) => ({ id, json: JSON.stringify(user(text)) }))
  appendInSqlite(db, { session: sessionId(name), expectedSeq: 0, entries, at: 2 })
  beforeIndexing()
  while (indexWaiting(db));
}

function found(text: string, name?: string): readonly string[] {
  const conversation = name === undefined ? {} : { conversation: conversationId(name) }
  return searchInSqlite(db, { text, ...conversation }).hits.map(({ id }) => id)
}
