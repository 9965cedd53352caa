import { isFailure } from '@palimpsest/core/errors'
import { conversationId, sessionId } from '@palimpsest/core/store'
import { expect, test } from 'vitest'
import { importDriver } from '../connection/driver.ts'
import { readOriginalsInSqlite } from '../read/read.ts'
import { openConnection } from '../worker/sqlite-core.ts'
import { appendInSqlite } from '../write/append.ts'
import { beginInSqlite } from '../write/begin.ts'
import { holderOf, messageRange, originalKey, originalRange, otherRange } from './message-key.ts'

const most = 2 ** 23
const lastConversation = 2 ** 28 - 1

test('the last key of the last conversation is still counted exactly', () => {
  expect(Number.isSafeInteger(messageRange(lastConversation).end)).toBe(true)
  expect(holderOf(messageRange(lastConversation).end - 1)).toBe(lastConversation)
})

test('originals and other messages share the keys of their conversation and nothing else', () => {
  expect(originalRange(7)).toEqual({ first: messageRange(7).first, end: otherRange(7).first })
  expect(otherRange(7).end).toBe(messageRange(8).first)
  expect(originalKey(7, most - 1)).toBe(otherRange(7).first - 1)
})

test('a conversation takes messages until its keys are used up, and then says so', async () => {
  const db = await opened()
  db.exec(`UPDATE session SET originals = ${most - 1}`)
  expect(() => say('a', 'b')).toThrow(expect.toSatisfy((error) => isFailure(error, 'store/invalid')))
  expect(say('c').nextSeq).toBe(1)
  expect(readOriginalsInSqlite(db, conversationId('c')).map(({ id, index }) => [id, index])).toEqual([['c', most - 1]])

  function say(...ids: readonly string[]) {
    const entries = ids.map((id) => ({ id, json: '{"role":"user","parts":[]}' }))
    return appendInSqlite(db, { session: sessionId('s'), expectedSeq: 0, entries, at: 2 })
  }
})

test('a file takes conversations until their keys are used up, and then says so', async () => {
  const db = await opened()
  db.exec(`UPDATE conversation SET key = ${lastConversation}, id = 'other'; UPDATE session SET id = 'other'`)
  const another = () => beginInSqlite(db, { id: sessionId('t'), conversation: conversationId('d'), at: 3 })
  expect(another).toThrow(expect.toSatisfy((error) => isFailure(error, 'store/unavailable')))
})

async function opened() {
  const db = openConnection(await importDriver(), { path: ':memory:', busyTimeoutMs: 0, survivesPowerLoss: false })
  db.exec('PRAGMA foreign_keys = OFF')
  beginInSqlite(db, { id: sessionId('s'), conversation: conversationId('c'), at: 1 })
  return db
}
