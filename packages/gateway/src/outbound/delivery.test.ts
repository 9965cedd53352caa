import { afterEach, describe, expect, test } from 'vitest'
import { DeliveryError } from '../channels/channel.ts'
import { closeDesks, fakePlatform, inbound, openDesk, post, textsOf, until } from '../gateway-desk.arbitrary.ts'
import { conversationFor } from '../inbound/conversation-for.ts'
import { slowly } from '../stub-agents.arbitrary.ts'

afterEach(closeDesks)

const access = { chat: { users: ['ann'] } }
const channel = 'chat'

test('a message of a platform is answered there, once, also when it comes twice', async () => {
  const platform = fakePlatform(channel)
  const { store } = await openDesk({ channels: [platform], options: { access } })
  await until(() => platform.calls.includes('start'))
  const hello = inbound({ channel, text: 'hello' })
  await platform.put([hello])
  await platform.put([hello, inbound({ channel, text: 'more' })])
  await until(() => platform.shown.size === 2)
  expect([...platform.shown.values()]).toEqual(['echo: hello', 'echo: more'])
  const id = conversationFor({ channel, thread: 'chat' })
  expect(await textsOf(store, id)).toEqual(['hello', 'echo: hello', 'more', 'echo: more'])
})

test('strangers are not heard, and cost nothing', async () => {
  const platform = fakePlatform(channel)
  const { agents, gateway } = await openDesk({ channels: [platform], options: { access } })
  await until(() => platform.calls.includes('start'))
  await platform.put([inbound({ channel, text: 'hello', from: 'eve' })])
  await platform.put([inbound({ channel, text: 'hello' })])
  await until(() => platform.shown.size === 1)
  expect(agents.journal.filter((line) => line.startsWith('turn'))).toHaveLength(1)
  expect(await gateway.metrics.metrics()).toContain('palimpsest_puts_total{channel="chat",outcome="refused"} 1')
})

test('talk of a group is kept but not answered', async () => {
  const platform = fakePlatform(channel)
  const { store } = await openDesk({ channels: [platform], options: { access } })
  await until(() => platform.calls.includes('start'))
  const talk = { channel, isGroup: true, name: 'Ann' }
  await platform.put([
    inbound({ ...talk, text: 'just talk', isMention: false }),
    inbound({ ...talk, text: 'you there?' }),
  ])
  await until(() => platform.shown.size === 1)
  const texts = ['Ann: just talk', 'Ann: you there?', 'echo: Ann: you there?']
  const kept = await textsOf(store, conversationFor({ channel, thread: 'chat' }))
  expect(kept.map((text) => text.replace(/ \[[0-9a-f]{4}\]/, ''))).toEqual(texts)
})

test('/new begins a new conversation in the same thread', async () => {
  const platform = fakePlatform(channel)
  const { store } = await openDesk({ channels: [platform], options: { access } })
  await until(() => platform.calls.includes('start'))
  for (const text of ['one', '/new', 'two']) {
    const before = platform.shown.size
    await platform.put([inbound({ channel, text })])
    await until(() => platform.shown.size > before)
  }
  expect([...platform.shown.values()]).toEqual(['echo: one', expect.stringContaining('new conversation'), 'echo: two'])
  expect(await store.conversations()).toHaveLength(2)
})

test('webhooks need no token, and answer when what came is durable', async () => {
  const platform = fakePlatform(channel)
  const tokens = [{ name: 't', sha256: '00'.repeat(32), role: 'read' as const }]
  const { call } = await openDesk({ channels: [platform], options: { access, tokens } })
  await until(() => platform.calls.includes('start'))
  expect(await call('/hooks/chat', post(inbound({ channel, text: 'hello' })))).toMatchObject({ status: 200 })
  await until(() => platform.shown.size === 1)
  expect((await call('/hooks/other', post({}))).status).toBe(404)
  expect((await call('/hooks/chat', post({ text: 'x'.repeat(2_000_000) }))).status).toBe(413)
})

test('long answers come in pieces, in order', async () => {
  const platform = fakePlatform(channel, { limit: 100 })
  const text = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ')
  await openDesk({ channels: [platform], options: { access }, behave: async () => text })
  await until(() => platform.calls.includes('start'))
  await platform.put([inbound({ channel, text: 'go' })])
  await until(() => [...platform.shown.values()].join(' ') === text)
  expect(platform.shown.size).toBeGreaterThan(3)
})

describe('a platform that fails', () => {
  test('is tried again when it says so, and nothing overtakes', async () => {
    const platform = fakePlatform(channel)
    let fails = 2
    platform.before = () => {
      if (fails-- > 0) throw new DeliveryError('429', { retryInMs: 50 })
    }
    const { gateway } = await openDesk({ channels: [platform], options: { access } })
    await until(() => platform.calls.includes('start'))
    await platform.put([inbound({ channel, text: 'one' }), inbound({ channel, text: 'two' })])
    await until(() => platform.shown.size === 2)
    expect([...platform.shown.values()]).toEqual(['echo: one', 'echo: two'])
    expect(await gateway.metrics.metrics()).toContain('palimpsest_deliveries_total{channel="chat",outcome="retried"} 2')
  })

  test('is given up at last, and the next piece goes on', async () => {
    const platform = fakePlatform(channel)
    platform.before = (call) => {
      if (call === 'send echo: one') throw new DeliveryError('blocked', {})
    }
    const { gateway, store } = await openDesk({ channels: [platform], options: { access } })
    await until(() => platform.calls.includes('start'))
    await platform.put([inbound({ channel, text: 'one' }), inbound({ channel, text: 'two' })])
    await until(() => platform.shown.size === 1)
    expect(await gateway.metrics.metrics()).toContain('outcome="given-up"} 1')
    const events = await store.events.after(conversationFor({ channel, thread: 'chat' }), 0, 99)
    expect(events.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ kind: 'undelivered', reason: 'blocked' }),
    )
  })

  test('may have taken a message: it is sent again, and counted', async () => {
    const platform = fakePlatform(channel)
    let isFirst = true
    platform.before = () => {
      if (isFirst) {
        isFirst = false
        throw new Error('socket hang up')
      }
    }
    const { gateway } = await openDesk({ channels: [platform], options: { access } })
    await until(() => platform.calls.includes('start'))
    await platform.put([inbound({ channel, text: 'one' })])
    await until(() => platform.shown.size === 1)
    await until(async () =>
      (await gateway.metrics.metrics()).includes('palimpsest_unsure_sends_total{channel="chat"} 1'),
    )
  })
})

describe('an answer that is being written', () => {
  test('is shown as it grows where the platform can, in one message', async () => {
    const platform = fakePlatform(channel, { canEdit: true })
    await openDesk({ channels: [platform], options: { access, editMs: 100 }, behave: slowly(300) })
    await until(() => platform.calls.includes('start'))
    await platform.put([inbound({ channel, text: 'a b c d e f g' })])
    await until(() => [...platform.shown.values()].includes('echo: a b c d e f g'))
    expect(platform.shown.size).toBe(1)
    expect(platform.calls.filter((call) => call.startsWith('edit')).length).toBeGreaterThan(1)
  })

  test('that is longer than a message goes on in others', async () => {
    const platform = fakePlatform(channel, { canEdit: true, limit: 100 })
    const words = Array.from({ length: 50 }, (_, i) => `word${i}`).join(' ')
    await openDesk({ channels: [platform], options: { access, editMs: 50 }, behave: slowly(30) })
    await until(() => platform.calls.includes('start'))
    await platform.put([inbound({ channel, text: words })])
    await until(() => [...platform.shown.values()].join(' ') === `echo: ${words}`)
  })

  test('is one message also when the process that wrote it is gone', async () => {
    const platform = fakePlatform(channel, { canEdit: true })
    const options = { access, editMs: 50 }
    const first = await openDesk({ channels: [platform], options, behave: slowly(250) })
    await until(() => platform.calls.includes('start'))
    await platform.put([inbound({ channel, text: 'a b c d e f g h i' })])
    await until(() => platform.shown.size === 1)
    await first.gateway.stop(AbortSignal.abort())
    await openDesk({ store: first.store, channels: [platform], options })
    await until(() => [...platform.shown.values()].includes('echo: a b c d e f g h i'))
    expect(platform.shown.size).toBe(1)
  })
})

test('only one process receives where only one may', async () => {
  const one = fakePlatform(channel, { isExclusive: true })
  const two = fakePlatform(channel, { isExclusive: true })
  const first = await openDesk({ channels: [one], options: { ttlMs: 300 } })
  await until(() => one.calls.includes('start'))
  await openDesk({ store: first.store, channels: [two], options: { ttlMs: 300 } })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(two.calls).toEqual([])
  await first.gateway.stop()
  expect(one.calls).toContain('stop')
  await until(() => two.calls.includes('start'))
})

test('an answer whose message was deleted while it grew is sent whole', async () => {
  const platform = fakePlatform(channel, { canEdit: true })
  platform.before = (call) => {
    if (call.startsWith('edit')) throw new DeliveryError('message to edit not found', {})
  }
  await openDesk({ channels: [platform], options: { access, editMs: 100 }, behave: slowly(250) })
  await until(() => platform.calls.includes('start'))
  await platform.put([inbound({ channel, text: 'a b c d e f g' })])
  await until(() => [...platform.shown.values()].includes('echo: a b c d e f g'))
  expect(platform.shown.size).toBe(2)
})
