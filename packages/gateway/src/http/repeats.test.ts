import { conversationId } from '@palimpsest/core/store'
import { afterEach, expect, test } from 'vitest'
import { closeDesks, openDesk, post, textsOf, until } from '../gateway-desk.arbitrary.ts'
import { slowly } from '../stub-agents.arbitrary.ts'

afterEach(closeDesks)

const ann = conversationId('ann')
const headers = { 'idempotency-key': 'k' }
const help = post({ command: '/help' }, headers)

test('a repeat whose answer nobody knows any more is told so, and does not wait', async () => {
  const { call, say, store } = await openDesk()
  expect((await call('/v1/conversations/ann/commands', help)).body).toEqual({ blocks: ['ran /help'] })
  expect((await call('/v1/conversations/ann/commands', help)).body).toEqual({ blocks: ['ran /help'] })
  await say('ann', 'one')
  await store.remove(ann)
  const gone = { status: 410, body: { error: { code: 'gone' }, entry: expect.any(String) } }
  expect(await call('/v1/conversations/ann/commands', help)).toMatchObject(gone)
  const streamed = await call(
    '/v1/conversations/ann/messages',
    post({ text: 'x' }, { ...headers, accept: 'text/event-stream' }),
  )
  expect(streamed.body).toContain('event: gone')
})

test('whoever waits for a message that is deleted with its conversation hears so', async () => {
  const { call, say, store, agents } = await openDesk({ behave: slowly(60_000), options: { sweepMs: 20 } })
  const busy = say('ann', 'one')
  await until(() => agents.journal.length === 2)
  const waiting = say('ann', 'two')
  const streamed = call('/v1/conversations/ann/messages', post({ text: 'three' }, { accept: 'text/event-stream' }))
  await until(async () => (await store.inbox.backlog()).waiting === 3)
  await store.remove(ann)
  expect(await Promise.all([busy, waiting])).toMatchObject([{ status: 410 }, { status: 410 }])
  expect((await streamed).body).toContain('event: gone')
})

test('a key that comes again with other words is refused, while these are known', async () => {
  const { call, say, agents, store } = await openDesk({ behave: slowly(30) })
  const reused = { status: 409, body: { error: { code: 'key-reused' }, entry: expect.any(String) } }
  const first = await say('ann', 'one', { query: '', headers })
  await until(() => agents.journal.length === 2)
  expect(await say('ann', 'other', { headers })).toMatchObject(reused)
  expect(await call('/v1/conversations/ann/commands', help)).toMatchObject(reused)
  expect(await say('ann', 'one', { query: '', headers })).toMatchObject({ status: 202, body: first.body })
  expect((await say('ann', 'one', { headers })).body).toMatchObject({ answer: 'echo: one' })
  expect(await say('ann', 'other', { query: '', headers })).toMatchObject(reused)
  expect((await say('ann', 'one', { headers })).body).toMatchObject({ answer: 'echo: one' })
  expect(await textsOf(store, 'ann')).toEqual(['one', 'echo: one'])
})

test('a command in a conversation without words takes nothing of what follows away', async () => {
  const { call, say, store } = await openDesk({ options: { idleMs: 0, openAgents: 0 } })
  const ids = Array.from({ length: 20 }, (_, i) => `c${i}`)
  await Promise.all(
    ids.map(async (id) => {
      expect((await call(`/v1/conversations/${id}/commands`, help)).status).toBe(200)
      expect((await say(id, 'keep', { query: '' })).status).toBe(202)
      expect((await call(`/v1/conversations/${id}/commands`, help)).status).toBe(200)
    }),
  )
  await until(async () => (await store.inbox.backlog()).waiting === 0)
  for (const id of ids) expect(await textsOf(store, id)).toEqual(['keep', 'echo: keep'])
})
