import { isFailure } from '@palimpsest/core/errors'
import { conversationId, sessionId } from '@palimpsest/core/store'
import { expect, test } from 'vitest'
import type { Connection } from '../connection/connection.ts'
import { importDriver, type OpenDatabase, type SqliteDatabase } from '../connection/driver.ts'
import { findSessionInSqlite } from '../read/find.ts'
import { openConnection } from '../worker/sqlite-core.ts'
import type { SqliteAppend } from './append.ts'
import { appendAll } from './append-all.ts'
import { beginInSqlite } from './begin.ts'

const driver = await importDriver()

test('appends of one moment are all done, each to its session', () => {
  const db = opened()
  expect(tell(appendAll(db, [said('a', 0, 'a1'), said('b', 0, 'b1'), said('a', 1, 'a2')]))).toEqual([1, 1, 2])
  expect([nextSeq(db, 'a'), nextSeq(db, 'b')]).toEqual([2, 1])
})

test('one that is refused leaves nothing behind, and does not hinder the others', () => {
  const db = opened()
  const told = tell(
    appendAll(db, [said('a', 0, 'a1'), said('b', 0, 'b1', 'a1'), said('b', 7, 'b2'), said('b', 0, 'b3')]),
  )
  expect(told).toEqual([1, 'store/invalid', 'store/conflict', 1])
  expect(db.all('SELECT id FROM message ORDER BY key').map(({ id }) => id)).toEqual(['a1', 'b3'])
})

test('when the transaction fails, each is tried by itself and tells what it met', () => {
  const db = opened((sql, nth) => sql === 'COMMIT' && nth === 3)
  expect(tell(appendAll(db, [said('a', 0, 'a1'), said('b', 0, 'b1')]))).toEqual([1, 1])
  expect([nextSeq(db, 'a'), nextSeq(db, 'b')]).toEqual([1, 1])
  const broken = opened((sql, nth) => sql === 'COMMIT' && nth >= 3)
  expect(tell(appendAll(broken, [said('a', 0, 'a1'), said('b', 0, 'b1')]))).toEqual(['failed', 'failed'])
  expect([nextSeq(broken, 'a'), nextSeq(broken, 'b')]).toEqual([0, 0])
})

/** A store with two sessions, whose statements fail when told to; they are counted once it is migrated. */
function opened(fails: (sql: string, nth: number) => boolean = () => false): Connection {
  const counts = new Map<string, number>()
  let armed = false
  const open: OpenDatabase = (path) => {
    const database = driver(path)
    const prepare: SqliteDatabase['prepare'] = (sql) => {
      const statement = database.prepare(sql)
      const run: typeof statement.run = (...values) => {
        if (armed) counts.set(sql, (counts.get(sql) ?? 0) + 1)
        if (fails(sql, counts.get(sql) ?? 0)) throw new Error('failed')
        return statement.run(...values)
      }
      return { run, get: (...values) => statement.get(...values), all: (...values) => statement.all(...values) }
    }
    return { prepare, exec: (sql) => database.exec(sql), close: () => database.close() }
  }
  const db = openConnection(open, { path: ':memory:', busyTimeoutMs: 0, survivesPowerLoss: false })
  armed = true
  for (const id of ['a', 'b']) beginInSqlite(db, { id: sessionId(id), conversation: conversationId(id), at: 1 })
  return db
}

function said(session: string, expectedSeq: number, ...ids: readonly string[]): SqliteAppend {
  const entries = ids.map((id) => ({ id, json: '{"role":"user","parts":[]}' }))
  return { session: sessionId(session), expectedSeq, entries, at: 2 }
}

function tell(outcomes: ReturnType<typeof appendAll>): readonly (number | string)[] {
  return outcomes.map((outcome) => {
    if ('value' in outcome) return outcome.value.nextSeq
    return isFailure(outcome.error) ? outcome.error.code : String((outcome.error as Error).message)
  })
}

function nextSeq(db: Connection, id: string): number | undefined {
  return findSessionInSqlite(db, sessionId(id))?.session.nextSeq
}
