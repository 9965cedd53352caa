import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entryId } from '@palimpsest/core/log'
import { conversationId, type StoreProblem, sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillGateway } from '../../fill-gateway.arbitrary.ts'
import { openHere } from '../open-here.arbitrary.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-garbage-'))
const sound = join(folder, 'sound.db')
const damaged = join(folder, 'damaged.db')
const [root, conversation] = [sessionId('root'), conversationId('c')]
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  const store = openHere(sound)
  await store.begin({ id: root, conversation, at: 1, system: 'Be kind.', title: 'Talk', channel: 'x', model: 'm' })
  const entries = ['one', 'two'].map((id) => ({ id: entryId(id), message: user(id), usage: { output: 1 } }))
  await store.append(root, 0, entries, 2)
  const made = { kind: 'made' as const, id: entryId('sum'), message: user('sum'), standsFor: [entryId('one')] }
  const written = { receipt: {}, ledger: {} }
  await store.compact({
    session: root,
    basedOnSeq: 2,
    continuation: sessionId('next'),
    view: [made],
    at: 3,
    ...written,
  })
  await store.state.set(conversation, 'mood', 'good')
  await store.leases.take('desk', 'me', 9, 1)
  await fillGateway(store, conversation)
  await store.inbox.claim('me', 1, 9)
  await store.outbox.claim(['web'], 'me', 1, 9)
  await store.search({ text: 'one' })
  await store.end()
})

interface Looked {
  readonly found: readonly StoreProblem[]
  readonly left: readonly StoreProblem[]
}

async function look(path: string): Promise<Looked> {
  const store = openHere(path)
  try {
    return { found: await store.verify(), left: await store.repair() }
  } finally {
    await store.end()
  }
}

const garbage = [`'zz'`, `x'00ff'`, '9223372036854775807', `'{bad'`, `'[1]'`, `'{"standsFor":7}'`, 'NULL', '-1', '1.5']

const columns: readonly (readonly [string, string, string])[] = [
  ['conversation', '1', 'id title channel created_at updated_at tip indexed waiting archived_at'],
  ['session', `id = 'root'`, 'id conversation parent parent_id started_at ended_at end_reason model prompt'],
  ['session', `id = 'next'`, 'kind born_with next_seq originals said_at usage versions'],
  ['prompt', '1', 'hash text'],
  ['message', `id = 'two'`, 'id session at body hash extra'],
  ['message', `id = 'sum'`, 'key id session at body hash extra'],
  ['run', 'seq = 0', 'session seq first count'],
  ['version', `kind = 'receipt'`, 'key conversation session at value kind'],
  ['state', '1', 'scope key value'],
  ['lease', '1', 'name holder until'],
  ['lane', '1', 'conversation arrived handled oldest holder until epoch'],
  ['arrival', 'no = 1', 'no conversation source entry body tries done_at'],
  ['piece', 'no = 1', 'no key conversation channel thread body tries unsure due_at holder until done_at'],
  ['event', 'id = 1', 'conversation id event'],
]

/** No value of the list above can be what stood in these. */
const telling = ['title', 'channel', 'model', 'text', 'body', 'hash', 'extra', 'usage', 'at', 'scope', 'holder']

test.each(columns)('whatever stands in a %s (%s), verify and repair never throw', async (table, row, names) => {
  for (const column of names.split(' ')) {
    for (const value of garbage) {
      refresh()
      const isChanged = edit(`UPDATE ${table} SET ${column} = ${value} WHERE ${row}`)
      const { found } = await look(damaged)
      const mustTell = isChanged && telling.includes(column) && value !== 'NULL'
      if (mustTell) expect(found, `${table}.${column} = ${value}`).not.toEqual([])
    }
  }
})

test('a page of zeros is told with the file named, and the file is not written to', async () => {
  const whole = readFileSync(sound)
  for (let start = 4096; start < whole.length; start += 4096) {
    const bytes = Buffer.from(whole)
    bytes.fill(0, start, start + 4096)
    refresh()
    writeFileSync(damaged, bytes)
    const { found, left } = await look(damaged)
    expect(found, `page at ${start}`).toContainEqual(expect.objectContaining({ where: damaged }))
    expect(left).toEqual(found)
    expect(readFileSync(damaged)).toEqual(bytes)
  }
})

function refresh(): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${damaged}${end}`, { force: true })
  copyFileSync(sound, damaged)
}

/** Whether the file let itself be changed so. */
function edit(sql: string): boolean {
  const database = new DatabaseSync(damaged, { enableForeignKeyConstraints: false })
  try {
    database.exec('PRAGMA ignore_check_constraints = ON')
    return database.prepare(sql).run().changes !== 0
  } catch {
    return false
  } finally {
    database.close()
  }
}
