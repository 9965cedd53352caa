import { expect, test } from 'vitest'
import { readCommand } from './read-command.ts'

test.each([
  ['a1', undefined, 'palimpsest read a1'],
  ['a1', 'talks.db', 'palimpsest read a1 --db talks.db'],
  ['a1', 'my talks.db', "palimpsest read a1 --db 'my talks.db'"],
  ["it's; rm -rf", undefined, "palimpsest read 'it'\\''s; rm -rf'"],
  ['a1', 'postgres://me:hunter2@host/db', 'palimpsest read a1 --db postgres://me@host/db'],
])('the message %s of the database %s is read by %s', (id, db, command) => {
  expect(readCommand(id, db === undefined ? {} : { db })).toBe(command)
})
