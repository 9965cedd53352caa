import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resultsFolderName } from '@palimpsest/core/output'
import { conversationId, sessionId } from '@palimpsest/core/store'
import { afterEach, expect, test } from 'vitest'
import { openStore } from '../../compose.ts'
import type { Io } from '../../terminal/io.ts'
import { deleteSession } from './sessions-delete.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0).toReversed()) await clean()
})

/** A home with one conversation that kept an output; another conversation kept one too. */
async function createDesk(id: string, db = 'state.db') {
  const home = mkdtempSync(join(tmpdir(), 'palimpsest-delete-'))
  cleanUps.push(() => rmSync(home, { recursive: true }))
  const store = await openStore(join(home, db))
  await store.begin({ id: sessionId('root'), conversation: conversationId(id), at: 1 })
  await store.end()
  const folderOf = (name: string) => join(home, 'results', resultsFolderName(conversationId(name)))
  for (const name of ['talk', 'other']) {
    mkdirSync(folderOf(name), { recursive: true })
    writeFileSync(join(folderOf(name), 'a.txt'), 'kept')
  }
  const said = { err: '' }
  const io = {
    env: { PALIMPSEST_HOME: home },
    err: (text: string) => {
      said.err += text
    },
    interrupted: new AbortController().signal,
  } as unknown as Io
  return { home, io, said, folder: folderOf('talk'), others: join(folderOf('other'), 'a.txt') }
}

test('outputs that were kept for a conversation go with it, and it is said', async () => {
  const { io, said, folder, others } = await createDesk('talk')
  await deleteSession('talk', { yes: true }, io)
  expect(existsSync(folder)).toBe(false)
  expect(existsSync(others)).toBe(true)
  expect(said.err).toBe('Conversation talk is deleted, and 1 output that it kept.\n')
})

test('from another database they stay, as that of the home may point at them', async () => {
  const { home, io, said, folder } = await createDesk('talk', 'copy.db')
  await deleteSession('talk', { yes: true, db: join(home, 'copy.db') }, io)
  expect(existsSync(folder)).toBe(true)
  expect(said.err).toContain(folder)
})

test('an id that is the name of a folder of another conversation takes nothing with it', async () => {
  const id = resultsFolderName(conversationId('other'))
  const { io, others } = await createDesk(id)
  await deleteSession(id, { yes: true }, io)
  expect(existsSync(others)).toBe(true)
})
