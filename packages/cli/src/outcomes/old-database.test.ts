import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStoreDesk } from '../testing/store-desk.ts'

const desk = createStoreDesk()
afterAll(desk.clear)

/** Kept by 0.1.0 in November 2026: a made-up session, compacted eleven times, the last of them undone. */
const old = new URL('./old-database.db.gz', import.meta.url)
beforeAll(() => writeFileSync(join(desk.folder, 'state.db'), gunzipSync(readFileSync(old)), { mode: 0o600 }))

test('a database of an earlier version opens, is sound, and shows all that it held', async () => {
  expect(await desk.here(['verify'])).toMatchObject({ code: 0, out: expect.stringContaining('is sound') })
  const { conversations } = await desk.json(['sessions', 'list'])
  expect(conversations).toMatchObject([{ title: 'session.json', messages: 69, sessions: 11 }])
  const [{ id }] = conversations
  const { sessions } = await desk.json(['sessions', 'lineage', id])
  expect(sessions).toHaveLength(11)
  const { hits } = await desk.json(['recall', 'commit', '--conversation', id])
  expect(hits.length).toBeGreaterThan(0)
  const { out } = await desk.here(['sessions', 'export', id, '--to', 'openai-chat'])
  expect(out).toContain('Mina')
})
