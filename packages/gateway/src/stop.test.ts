import { afterEach, expect, test } from 'vitest'
import { closeDesks, openDesk, textsOf, until } from './gateway-desk.arbitrary.ts'
import { slowly } from './stub-agents.arbitrary.ts'

afterEach(closeDesks)

test('a turn that ends in time is answered, and what waits behind it is left for others', async () => {
  const { say, gateway, store, agents } = await openDesk({ behave: slowly(50), options: { graceMs: 5_000 } })
  const first = say('ann', 'one')
  await until(() => agents.journal.length === 2)
  await say('ann', 'two', { query: '' })
  await gateway.stop()
  expect((await first).body).toMatchObject({ answer: 'echo: one' })
  expect(await textsOf(store, 'ann')).toEqual(['one', 'echo: one'])
  const { agents: next } = await openDesk({ store })
  await until(async () => (await textsOf(store, 'ann')).length === 4)
  expect(next.journal).toEqual(['open ann', 'turn ann two'])
})

test('a turn that does not end in time is aborted, and goes on elsewhere at once', async () => {
  const { say, gateway, store, agents } = await openDesk({ behave: slowly(60_000) })
  const first = say('ann', 'one')
  await until(() => agents.journal.length === 2)
  const startedAt = Date.now()
  await gateway.stop()
  expect(Date.now() - startedAt).toBeLessThan(3_000)
  expect(await first).toMatchObject({ status: 503, body: { error: { code: 'stopping' }, entry: expect.any(String) } })
  expect(agents.journal.at(-1)).toBe('close ann')
  await openDesk({ store })
  await until(async () => (await textsOf(store, 'ann')).length === 2)
})

test('an agent that does not stop is left behind, and cannot write any more', async () => {
  let release = () => {}
  const { say, gateway, store, agents } = await openDesk({
    behave: () => new Promise((resolve) => (release = () => resolve('too late'))),
  })
  await say('ann', 'one', { query: '' })
  await until(() => agents.journal.length === 2)
  await gateway.stop()
  await openDesk({ store })
  await until(async () => (await textsOf(store, 'ann')).length === 2)
  release()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await textsOf(store, 'ann')).toEqual(['one', 'echo: one'])
})

test('streams hear goodbye, and the server is gone', async () => {
  const { url, gateway } = await openDesk()
  const response = await fetch(`${url}/v1/conversations/ann/events`)
  const stopped = gateway.stop()
  expect(await response.text()).toContain('event: bye')
  await stopped
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
})

test('while it stops, it says that others are to be sent elsewhere', async () => {
  const { say, call, gateway, agents } = await openDesk({ behave: slowly(300), options: { graceMs: 5_000 } })
  expect(await call('/healthz')).toMatchObject({ status: 200, body: { ok: true, stopping: false } })
  const turn = say('ann', 'one')
  await until(() => agents.journal.length === 2)
  const stopped = gateway.stop()
  expect(await call('/healthz')).toMatchObject({ status: 503, body: { ok: false, stopping: true } })
  expect((await turn).status).toBe(200)
  await stopped
})
