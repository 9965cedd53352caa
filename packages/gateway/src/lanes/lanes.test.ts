import type { JsonObject } from '@palimpsest/core/json'
import { entryId } from '@palimpsest/core/log'
import { conversationId, type GatewayStore } from '@palimpsest/core/store'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { afterEach, describe, expect, test } from 'vitest'
import { closeDesks, openDesk, textsOf, until } from '../gateway-desk.arbitrary.ts'
import { echo, slowly } from '../stub-agents.arbitrary.ts'

afterEach(closeDesks)

const ann = conversationId('ann')

/** Hands an arrival out as often as it may be, to processes that end each time. */
async function handOut(store: GatewayStore, body: JsonObject): Promise<void> {
  await store.inbox.put([{ entry: entryId('e'), conversation: ann, source: 's', body, at: 1 }])
  for (let n = 0; n < 20; n++) {
    const lane = await store.inbox.take(ann, 'crashed', 0)
    if (lane) await store.inbox.next(lane)
  }
}

describe('a message that nobody can deal with', () => {
  test('is answered with an apology when the agent breaks, and those behind it go on', async () => {
    const { say, store, faults } = await openDesk({
      behave: async (text) => {
        if (text === 'bad') throw new Error('boom')
        return `echo: ${text}`
      },
    })
    const bad = say('ann', 'bad')
    const good = say('ann', 'good')
    expect(await bad).toMatchObject({ status: 500, body: { error: { code: 'failed', message: /Sorry/ } } })
    expect(await good).toMatchObject({ status: 200, body: { answer: 'echo: good' } })
    expect(faults).toMatchObject([{ message: 'boom' }])
    expect(await store.inbox.backlog()).toEqual({ waiting: 0 })
  })

  test('is given up when it was handed out too often', async () => {
    const store = createMemoryStore()
    await handOut(store, { kind: 'command', channel: 'web', by: 'x', text: '/help' })
    const { agents } = await openDesk({ store })
    await until(async () => (await store.inbox.backlog()).waiting === 0)
    expect(agents.journal).toEqual([])
    const events = (await store.events.after(ann, 0, 9)).map(({ event }) => event)
    expect(events).toMatchObject([{ kind: 'failed', entry: 'e' }])
  })

  test('stays in the log when it is given up', async () => {
    const store = createMemoryStore()
    const message = { role: 'user', parts: [{ type: 'text', text: 'Remember this.' }] }
    await handOut(store, { kind: 'answer', channel: 'web', by: 'x', message })
    await openDesk({ store })
    await until(async () => (await store.inbox.backlog()).waiting === 0)
    expect(await textsOf(store, ann)).toEqual(['Remember this.'])
  })

  test('is given up when it cannot be read', async () => {
    const { store, say } = await openDesk()
    await store.inbox.put([{ entry: 'e' as never, conversation: ann, source: 's', body: { kind: '?' }, at: 1 }])
    expect((await say('ann', 'next')).body).toMatchObject({ answer: 'echo: next' })
  })
})

describe('a lane that is lost', () => {
  test('aborts its turn, and the next holder answers once', async () => {
    const clock = { skew: 0 }
    const store = createMemoryStore({ now: () => Date.now() + clock.skew })
    const slow = await openDesk({ store, behave: slowly(300), options: { ttlMs: 300 } })
    const waited = slow.say('ann', 'one two three')
    await until(() => slow.agents.journal.length === 2)
    clock.skew = 10_000
    const other = await openDesk({ store, behave: echo, options: { ttlMs: 300 } })
    expect((await waited).body).toMatchObject({ answer: 'echo: one two three' })
    await until(() => slow.agents.journal.includes('close ann'))
    expect(await textsOf(store, 'ann')).toEqual(['one two three', 'echo: one two three'])
    expect(other.agents.journal).toEqual(['open ann', 'turn ann one two three'])
    expect(await slow.gateway.metrics.metrics()).toContain('palimpsest_lost_lanes_total 1')
  })

  test('cannot be written to by who had it', async () => {
    const clock = { skew: 0 }
    const store = createMemoryStore({ now: () => Date.now() + clock.skew })
    let release = () => {}
    const zombie = await openDesk({
      store,
      // It does not heed the signal.
      behave: () => new Promise((resolve) => (release = () => resolve('zombie'))),
      options: { ttlMs: 60_000 },
    })
    const waited = zombie.say('ann', 'hi')
    await until(() => zombie.agents.journal.length === 2)
    clock.skew = 100_000
    await openDesk({ store, behave: echo })
    expect((await waited).body).toMatchObject({ answer: 'echo: hi' })
    release()
    await until(() => zombie.agents.journal.includes('close ann'))
    expect(await textsOf(store, 'ann')).toEqual(['hi', 'echo: hi'])
  })
})

test('a crash between the answer and its end is answered with the same answer', async () => {
  const store = createMemoryStore()
  const done = store.inbox.done
  let crashes = 1
  const failing = {
    ...store,
    inbox: {
      ...store.inbox,
      done: (...args: Parameters<typeof done>) => {
        if (crashes-- > 0) throw new Error('crash')
        return done(...args)
      },
    },
  }
  const { say, agents } = await openDesk({ store: failing })
  await say('ann', 'one')
  await until(async () => (await store.inbox.backlog()).waiting === 0)
  expect(agents.journal).toEqual(['open ann', 'turn ann one', 'turn ann one'])
  expect(await textsOf(store, 'ann')).toEqual(['one', 'echo: one'])
})

test('many messages through two gateways on one store: each answered once, in order', async () => {
  const store = createMemoryStore()
  const setup = { store, behave: slowly(5), options: { width: 3 } }
  const desks = [await openDesk(setup), await openDesk(setup)]
  const ids = Array.from({ length: 10 }, (_, i) => `c${i}`)
  const sends = ids.map(async (id) => {
    for (let n = 0; n < 12; n++) {
      const headers = { 'idempotency-key': `k${n}` }
      await desks[n % 2]?.say(id, `m${n}`, { query: '', headers })
      if (n % 3 === 0) await desks[(n + 1) % 2]?.say(id, `m${n}`, { query: '', headers })
    }
  })
  await Promise.all(sends)
  await until(async () => (await store.inbox.backlog()).waiting === 0)
  const expected = Array.from({ length: 12 }, (_, n) => [`m${n}`, `echo: m${n}`]).flat()
  for (const id of ids) expect(await textsOf(store, id)).toEqual(expected)
  expect(desks.map(({ agents }) => agents.overlap())).toEqual([1, 1])
})

describe('compacting in the background', () => {
  test('comes after an answer, and gives way to what arrives', async () => {
    const { say, agents } = await openDesk()
    const aborted: boolean[] = []
    agents.tidy = (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          aborted.push(true)
          resolve()
        })
      })
    await say('ann', 'one')
    expect((await say('ann', 'two')).body).toMatchObject({ answer: 'echo: two' })
    expect(aborted).toEqual([true])
  })

  test('keeps no other conversation waiting', async () => {
    const { say, agents } = await openDesk({ options: { width: 1 } })
    agents.tidy = (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
    await say('ann', 'one')
    expect((await say('ben', 'one')).body).toMatchObject({ answer: 'echo: one' })
  })
})

test('an agent is opened once for messages that follow each other', async () => {
  const { say, agents } = await openDesk()
  for (const text of ['one', 'two', 'three']) await say('ann', text)
  expect(agents.journal.filter((line) => line === 'open ann')).toEqual(['open ann'])
})

test('a turn that takes too long is ended', async () => {
  const { say } = await openDesk({ behave: slowly(10_000), options: { turnMs: 50 } })
  expect(await say('ann', 'one')).toMatchObject({ status: 500, body: { error: { message: /too long/ } } })
})
