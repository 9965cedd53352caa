import { entryId } from '@palimpsest/core/log'
import { conversationId, type SessionStore, sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresStore } from '../postgres-store.ts'
import { startServer, type TestServer, whyNoServer } from '../test-server.arbitrary.ts'

const reason = await whyNoServer()
const title = `searching among many${reason === undefined ? '' : ` (skipped: ${reason})`}`
const root = sessionId('root')

describe.skipIf(reason !== undefined)(title, () => {
  let server: TestServer
  let store: SessionStore

  beforeAll(async () => {
    server = await startServer()
    store = await createPostgresStore({ connectionString: server.url })
    await store.begin({ id: root, conversation: conversationId('talk'), at: 1 })
    const texts = ['see src/main.ts', 'azq2db', ...Array.from({ length: 2_500 }, (_, i) => `main ${i} in src of ts`)]
    const entries = texts.map((text, i) => ({ id: entryId(`m${i}`), message: user(text) }))
    await store.append(root, 0, entries, 2)
  }, 60_000)
  afterAll(async () => {
    await store?.end()
    await server?.stop()
  }, 60_000)

  test.each([
    ['src/main', 'm0'],
    ['main.ts', 'm0'],
    ['"see src"', 'm0'],
    ['azq2db', 'm1'],
  ])('%s is found behind thousands of messages that have its words apart', async (text, id) => {
    const { hits, capped } = await store.search({ text })
    expect(hits.map((hit) => hit.id)).toEqual([id])
    expect(capped).toBe(false)
  })

  test('a word that is everywhere gives the newest, and says that there are more', async () => {
    const { hits, capped, searched } = await store.search({ text: 'main', limit: 5 })
    expect([hits.length, capped, searched]).toEqual([5, true, 2_502])
  })
})
