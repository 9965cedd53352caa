import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { entryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import { conversationId, sessionId } from '@palimpsest/core/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../compose.ts'
import { createStoreDesk } from '../testing/store-desk.ts'

const { here, file, folder, clear } = createStoreDesk()
afterAll(clear)

beforeAll(async () => {
  const store = await openStore(join(folder, 'sound.db'))
  const root = sessionId('root-session')
  const said = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] })
  const at = Date.now()
  await store.begin({ id: root, conversation: conversationId('conversation'), at, title: 'Talk' })
  await store.append(root, 0, [{ id: entryId('one'), message: said('one'), usage: { output: 1 } }], at)
  await store.compact({
    session: root,
    basedOnSeq: 1,
    continuation: sessionId('next-session'),
    view: [{ kind: 'made', id: entryId('sum'), message: said('sum'), standsFor: [entryId('one')] }],
    at: at + 1,
    receipt: { tokens: { before: 2, after: 1 } },
  })
  await store.end()
})

interface Driver {
  readonly DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void }
}

/** The driver that the store itself uses, to change a file behind its back. */
const { DatabaseSync } = createRequire(import.meta.resolve('@palimpsest/stores/sqlite'))(
  '@photostructure/sqlite',
) as Driver

/** A copy of the sound database, changed by hand. */
function damaged(sql: string): string {
  const path = join(folder, 'damaged.db')
  copyFileSync(join(folder, 'sound.db'), path)
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  return 'damaged.db'
}

test.each([
  ['usage that is no JSON', `UPDATE session SET usage = 'zz'`, /row-damaged {2}root-session .*usage.*\(table session/],
  ['a message with garbage beside it', `UPDATE message SET extra = '{bad' WHERE id = 'one'`, /row-damaged {2}one /],
  ['a receipt that is no JSON', `UPDATE version SET value = 'zz'`, /row-damaged {2}next-session {2}Its receipt/],
  ['a receipt that is gone', 'DELETE FROM version', /version-missing {2}next-session {2}The receipt/],
  ['a title that is no JSON', `UPDATE conversation SET title = 'zz'`, /row-damaged {2}conversation {2}Its title/],
  ['a time that was changed', `UPDATE message SET at = 7 WHERE id = 'one'`, /hash-mismatch {2}one /],
])('%s is listed, with what to do', async (_, sql, line) => {
  const { code, out, err } = await here(['verify'], damaged(sql))
  expect([code, out]).toEqual([1, expect.stringMatching(line)])
  expect(err).toMatch(/damaged\.db is not sound: \d problems?\n {2}.*(--repair|backup)/)
  expect((await here(['verify', '--repair'], 'damaged.db')).err).not.toContain('bug')
})

describe('a receipt that cannot be read', () => {
  test.each([
    [['sessions', 'export', 'conversation']],
    [['usage']],
    [['insights']],
    [['sessions', 'show', 'conversation']],
    [['verify']],
  ])('does not pass for a bug in %j', async (args) => {
    const { err } = await here(args, damaged(`UPDATE version SET value = 'zz'`))
    expect(err).not.toMatch(/bug in Palimpsest|\n\s+at /)
  })

  test('names its session and the way to learn more', async () => {
    const { code, out, err } = await here(
      ['sessions', 'export', 'conversation'],
      damaged(`UPDATE version SET value = 1`),
    )
    expect([code, err, out.includes('receipt')]).toEqual([0, '', true])
    const broken = await here(['sessions', 'export', 'conversation'], damaged(`UPDATE version SET value = 'zz'`))
    expect([broken.code, broken.err]).toEqual([
      1,
      expect.stringMatching(/damaged\.db: The receipt of session next-session is damaged.*palimpsest verify\n.*backup/),
    ])
  })
})

test.each([
  [['verify']],
  [['verify', '--repair']],
  [['sessions', 'list']],
  [['sessions', 'show', 'abcd']],
  [['sessions', 'search', 'x']],
  [['sessions', 'export', 'abcd']],
  [['recall', 'x']],
  [['read', 'abcd']],
  [['usage']],
])('%j of an empty file says so, and leaves it empty', async (args) => {
  file('empty.db', '')
  const { code, out, err } = await here(args, 'empty.db')
  expect([code, out, err]).toEqual([2, '', expect.stringMatching(/empty\.db is empty.*\n.*--db/)])
  expect(readFileSync(join(folder, 'empty.db'))).toHaveLength(0)
  expect(existsSync(join(folder, 'empty.db-wal'))).toBe(false)
})

test('a command that writes begins a database in an empty file', async () => {
  file('begun.db', '')
  const talk = file('talk.json', JSON.stringify([{ role: 'user', content: 'hello' }]))
  expect(await here(['sessions', 'import', join(folder, talk)], 'begun.db')).toMatchObject({ code: 0 })
  expect(await here(['verify'], 'begun.db')).toMatchObject({ code: 0 })
})
