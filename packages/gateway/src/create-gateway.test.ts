import { afterEach, expect, test } from 'vitest'
import { closeDesks, openDesk, post, textsOf, until } from './gateway-desk.arbitrary.ts'
import { slowly } from './stub-agents.arbitrary.ts'

afterEach(closeDesks)

test('a message is durable when it is acknowledged, and answered once', async () => {
  const { say, store } = await openDesk()
  const headers = { 'idempotency-key': 'k1' }
  const first = await say('ann', 'hello', { query: '', headers })
  expect(first).toMatchObject({ status: 202, body: { entry: expect.any(String) } })
  expect((await say('ann', 'hello', { query: '', headers })).body).toEqual(first.body)
  const waited = await say('ann', 'hello', { headers })
  expect(waited.body).toMatchObject({ ...(first.body as object), answer: 'echo: hello' })
  expect(await textsOf(store, 'ann')).toEqual(['hello', 'echo: hello'])
})

test('without a key each message is another', async () => {
  const { say, store } = await openDesk()
  expect(await say('ann', 'one')).toMatchObject({
    status: 200,
    body: { entry: expect.any(String), answer: 'echo: one', notices: [], usage: { input: 10, output: 2 } },
  })
  await say('ann', 'one')
  expect(await textsOf(store, 'ann')).toEqual(['one', 'echo: one', 'one', 'echo: one'])
})

test('notices come with the answer', async () => {
  const { say } = await openDesk({
    behave: async (_, onEvent) => {
      onEvent({ kind: 'notice', text: 'Compacted.' })
      return 'done'
    },
  })
  expect((await say('ann', 'one')).body).toMatchObject({ answer: 'done', notices: ['Compacted.'] })
})

test('keys of one conversation are not those of another', async () => {
  const { say } = await openDesk()
  const one = await say('a', 'x', { headers: { 'idempotency-key': 'b:c' } })
  const two = await say('a:b', 'y', { headers: { 'idempotency-key': 'c' } })
  expect([one.body, two.body]).toMatchObject([{ answer: 'echo: x' }, { answer: 'echo: y' }])
})

test('messages of one conversation are answered in order, those of others at the same time', async () => {
  const { say, agents, store } = await openDesk({ behave: slowly(15), options: { width: 8 } })
  const ids = ['a', 'b', 'c', 'd']
  for (let n = 0; n < 5; n++) for (const id of ids) await say(id, `m${n}`, { query: '' })
  const startedAt = Date.now()
  await until(async () => (await Promise.all(ids.map((id) => textsOf(store, id)))).every((all) => all.length === 10))
  expect(Date.now() - startedAt).toBeLessThan(ids.length * 5 * 30)
  expect(agents.overlap()).toBe(1)
  for (const id of ids)
    expect(await textsOf(store, id)).toEqual([0, 1, 2, 3, 4].flatMap((n) => [`m${n}`, `echo: m${n}`]))
})

test('conversations can be looked at', async () => {
  const { say, call } = await openDesk()
  await say('ann', 'find the needle')
  await say('ben', 'hay')
  expect((await call('/v1/conversations')).body).toMatchObject({ conversations: [{ id: 'ben' }, { id: 'ann' }] })
  const shown = await call('/v1/conversations/ann')
  expect(shown.body).toMatchObject({ id: 'ann', messages: 2, channel: 'web' })
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
  const all = (await call('/v1/conversations/ann/messages')).body as { messages: { id: string }[] }
  expect(all.messages).toMatchObject([{ index: 0, message: { role: 'user' } }, { index: 1 }])
  for (const after of ['0', all.messages[0]?.id])
    expect((await call(`/v1/conversations/ann/messages?after=${after}`)).body).toMatchObject({
      messages: [{ index: 1 }],
    })
  expect((await call('/v1/conversations/ann/view')).body).toEqual({ messages: [{ role: 'user', content: 'ann' }] })
  expect((await call('/v1/conversations/ann/receipts')).body).toEqual({ receipts: [] })
  expect((await call('/v1/conversations/ann/usage')).body).toMatchObject({ usage: {}, sessions: [{}] })
  expect((await call('/v1/search?q=needle')).body).toMatchObject({ hits: [{ conversation: 'ann' }, {}] })
})

test('commands run in their turn, and are audited', async () => {
  const lines: unknown[] = []
  const { call, say, agents, store } = await openDesk({
    options: { onAudit: (line) => lines.push(line) },
    behave: slowly(10),
  })
  await say('ann', 'first', { query: '' })
  const ran = await call('/v1/conversations/ann/commands', post({ command: '/compress database schema' }))
  expect(ran).toMatchObject({ status: 200, body: { blocks: ['ran /compress database schema'] } })
  expect(agents.journal).toEqual(['open ann', 'turn ann first', 'command ann /compress database schema'])
  expect(lines).toMatchObject([{ by: 'local', action: 'compact', conversation: 'ann' }])
  const events = await store.events.after('ann' as never, 0, 100)
  expect(events.map(({ event }) => event)).toContainEqual(expect.objectContaining({ kind: 'audit', by: 'local' }))
})

test('a conversation is deleted with all that hangs on it, by whoever may', async () => {
  const lines: unknown[] = []
  const { call, say } = await openDesk({ options: { onAudit: (line) => lines.push(line) } })
  await say('ann', 'one')
  await until(async () => (await call('/v1/conversations/ann', { method: 'DELETE' })).status === 204)
  expect((await call('/v1/conversations/ann')).status).toBe(404)
  expect(lines).toMatchObject([{ action: 'delete', conversation: 'ann' }])
  expect((await say('ann', 'two')).body).toMatchObject({ answer: 'echo: two' })
})

test('health, metrics and the document of the interface', async () => {
  const { call, say } = await openDesk()
  await say('secret-name', 'one')
  expect((await call('/healthz')).body).toMatchObject({ ok: true })
  const metrics = (await call('/metrics')).body
  expect(metrics).toContain('palimpsest_turns_total{outcome="answered"} 1')
  expect(metrics).toContain('palimpsest_puts_total{channel="web",outcome="new"} 1')
  expect(metrics).not.toContain('secret-name')
  const document = (await call('/openapi.json')).body as { openapi: string; paths: object }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining([
      '/healthz',
      '/metrics',
      '/v1/search',
      '/v1/conversations',
      ...['', '/messages', '/view', '/receipts', '/usage', '/events', '/commands'].map(
        (end) => `/v1/conversations/{id}${end}`,
      ),
    ]),
  )
})
