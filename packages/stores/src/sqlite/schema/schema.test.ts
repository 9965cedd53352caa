import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isFailure } from '@palimpsest/core/errors'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, expect, test } from 'vitest'
import { type Connection, createSqliteConnection } from '../connection/connection.ts'
import { migrateFile } from './schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-schema-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const first = 'CREATE TABLE word (text TEXT); INSERT INTO word VALUES (1)'
const second = 'ALTER TABLE word ADD COLUMN language TEXT; UPDATE word SET text = text + 1'
const broken = 'UPDATE word SET text = 9; INSERT INTO nowhere VALUES (1)'

test('a file of an older version is brought to the newest, once, with what it holds', () => {
  const [one, other] = [open('older'), open('older')]
  migrateFile(one, [first])
  expect(version(one)).toBe(1)
  migrateFile(one, [first, second])
  migrateFile(other, [first, second])
  migrateFile(one, [first, second])
  expect(version(other)).toBe(2)
  expect(other.all('SELECT text, language FROM word')).toEqual([{ text: '2', language: null }])
})

test('one that waits for the lock while another migrates finds it done', () => {
  const [one, other] = [open('raced'), open('raced')]
  migrateFile(one, [first])
  let raced = false
  const late: Connection = {
    ...other,
    // Between its first look and its lock, someone else brings the file up to date.
    write: (work) => {
      if (!raced) migrateFile(one, [first, second])
      raced = true
      return other.write(work)
    },
  }
  migrateFile(late, [first, second])
  expect(raced).toBe(true)
  expect(other.all('SELECT text FROM word')).toEqual([{ text: '2' }])
})

test('a step that fails leaves the file as it was', () => {
  const db = open('failed')
  migrateFile(db, [first])
  expect(() => migrateFile(db, [first, second, broken])).toThrow('nowhere')
  expect(version(db)).toBe(1)
  expect(db.all('SELECT * FROM word')).toEqual([{ text: '1' }])
})

test('a file that is ahead is refused', () => {
  const db = open('ahead')
  migrateFile(db, [first, second])
  expect(() => migrateFile(db, [first])).toThrow(expect.toSatisfy((error) => isFailure(error, 'store/unavailable')))
})

function open(name: string): Connection {
  const path = join(folder, `${name}.db`)
  return createSqliteConnection(new DatabaseSync(path), path)
}

function version(db: Connection): number {
  return Number(db.get('PRAGMA user_version')?.user_version)
}
