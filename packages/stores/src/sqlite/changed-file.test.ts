import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isFailure } from '@palimpsest/core/errors'
import { entryId } from '@palimpsest/core/log'
import { conversationId, type SessionStore, sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSqliteStore } from './sqlite-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-changed-'))
const sound = join(folder, 'sound.db')
const [root, next, conversation] = [sessionId('root'), sessionId('next'), conversationId('c')]
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  const store = await createSqliteStore({ path: sound })
  await store.begin({ id: root, conversation, at: 1 })
  await store.append(root, 0, [{ id: entryId('one'), message: user('one') }], 2)
  const view = [{ kind: 'made' as const, id: entryId('sum'), message: user('sum'), standsFor: [entryId('one')] }]
  await store.compact({ session: root, basedOnSeq: 1, continuation: next, view, at: 3, receipt: {}, ledger: {} })
  await store.append(next, 1, [{ id: entryId('two'), message: user('two') }], 4)
  await store.search({ text: 'one' })
  await store.end()
})

/** What a command does with a file that it did not write. */
const works: readonly ((store: SessionStore) => Promise<unknown>)[] = [
  (store) => store.search({ text: 'one' }),
  async (store) => {
    for (const { message } of await store.originals(conversation, { from: 0, limit: 9 }))
      expect(message.parts).toEqual([{ type: 'text', text: expect.any(String) }])
  },
  async (store) => expect((await store.conversation(conversation))?.messages ?? 0).toBeLessThan(1e7),
  (store) => store.begin({ id: sessionId('new'), conversation: conversationId('new'), at: 9 }),
  (store) => store.append(sessionId('new'), 0, [{ id: entryId('x'), message: user('x') }], 10),
  (store) => store.remove(conversation),
]

test.each([
  'PRAGMA user_version = 0',
  'PRAGMA user_version = 1',
  'DROP TABLE search',
  'DROP TABLE run',
  'ALTER TABLE message DROP COLUMN extra',
  `DELETE FROM session WHERE id = 'next'`,
  'UPDATE version SET conversation = 77',
  'UPDATE conversation SET waiting = 1; UPDATE session SET originals = 1e300',
  'UPDATE conversation SET waiting = 1, indexed = -9e15',
  `UPDATE message SET body = '-1'`,
  `UPDATE message SET body = '{"role":"user"}'`,
  `UPDATE message SET body = '{"role":"user","parts":[7]}'`,
])('a file that somebody else wrote to is told as damaged, and soon: %s', async (sql) => {
  const path = join(folder, `${sql.replace(/\W+/g, '-')}.db`)
  copyFileSync(sound, path)
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  database.exec(sql)
  database.close()
  for (const told of await tellings(path)) expect([isFailure(told), String(told)]).toEqual([true, expect.any(String)])
})

/** What fails of all that is done. */
async function tellings(path: string): Promise<readonly unknown[]> {
  const told: unknown[] = []
  const tell = (error: unknown) => {
    told.push(error)
  }
  const store = await createSqliteStore({ path }).catch(tell)
  if (store === undefined) return told
  for (const work of works) await work(store).catch(tell)
  await store.end()
  return told
}
