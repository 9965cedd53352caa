import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { conversationId, sessionId } from '@palimpsest/core'
import { afterEach, expect, test } from 'vitest'
import { openStore } from '../compose.ts'
import type { Io } from '../terminal/io.ts'
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
  for (const name of ['talk', 'other']) {
    mkdirSync(join(home, 'results', name), { recursive: true })
    writeFileSync(join(home, 'results', name, 'a.txt'), 'kept')
  }
  const said = { err: '' }
  const io = {
    env: { PALIMPSEST_HOME: home },
    err: (text: string) => {
      said.err += text
    },
    interrupted: new AbortController().signal,
  } as unknown as Io
  return { home, io, said, folder: join(home, 'results', 'talk') }
}

test('outputs that were kept for a conversation go with it, and it is said', async () => {
  const { home, io, said, folder } = await createDesk('talk')
  await deleteSession('talk', { yes: true }, io)
  expect(existsSync(folder)).toBe(false)
  expect(existsSync(join(home, 'results', 'other', 'a.txt'))).toBe(true)
  expect(said.err).toBe('Conversation talk is deleted, and 1 output that it kept.\n')
})

test('from another database they stay, as that of the home may point at them', async () => {
  const { home, io, said, folder } = await createDesk('talk', 'copy.db')
  await deleteSession('talk', { yes: true, db: join(home, 'copy.db') }, io)
  expect(existsSync(folder)).toBe(true)
  expect(said.err).toContain(folder)
})

test('an id that leads elsewhere takes nothing with it', async () => {
  const { home, io } = await createDesk('../results')
  await deleteSession('../results', { yes: true }, io)
  expect(existsSync(join(home, 'results', 'other', 'a.txt'))).toBe(true)
})
