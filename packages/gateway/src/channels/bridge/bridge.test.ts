import { beforeEach, expect, test } from 'vitest'
import type { Channel } from '../channel.ts'
import { type FakeInbox, fakeInbox, rejectionOf } from '../fake-inbox.arbitrary.ts'
import { createBridgeChannel } from './bridge.ts'
import { type AdapterManners, bridgeMessage, type FakeAdapter, fakeAdapter } from './fake-adapter.arbitrary.ts'

let inbox: FakeInbox
let troubles: Error[]

beforeEach(() => {
  inbox = fakeInbox()
  troubles = []
})

async function open(adapter: FakeAdapter): Promise<Channel> {
  const onTrouble = (error: Error) => troubles.push(error)
  const channel = createBridgeChannel('fake', adapter, { limit: 100, now: () => 9000, secrets: ['s3cret'], onTrouble })
  await channel.start(inbox.put)
  return channel
}

async function deliver(channel: Channel, body: object): Promise<number | undefined> {
  const request = new Request('http://gateway/hooks/fake', { method: 'POST', body: JSON.stringify(body) })
  return (await channel.webhook?.(request))?.status
}

const manners: readonly AdapterManners[] = ['awaits', 'ignores', 'swallows', 'factory']

test.each(manners)('with an adapter that %s, 200 is said only once a message is durable', async (kind) => {
  const channel = await open(fakeAdapter(kind))
  const body = { threadId: 'fake:D1', message: bridgeMessage('1') }
  inbox.failNext(1)
  expect(await deliver(channel, body)).toBe(503)
  expect(inbox.kept).toEqual([])
  expect(troubles.map(({ message }) => message)).toEqual(['fake: The store is down.'])
  expect(await deliver(channel, body)).toBe(200)
  expect(await deliver(channel, body)).toBe(200)
  expect(inbox.kept).toEqual([
    {
      source: 'fake:fake:D1:1',
      channel: 'fake',
      thread: 'fake:D1',
      from: 'ada',
      name: 'Ada',
      text: 'message 1',
      isGroup: false,
      isMention: true,
      at: 5000,
    },
  ])
})

test('without a webhook the adapter hears of a failed put', async () => {
  const adapter = fakeAdapter()
  await open(adapter)
  inbox.failNext(1)
  const take = () => adapter.host?.processMessage(adapter, 'fake:D1', bridgeMessage('1')) ?? Promise.resolve()
  expect(String(await rejectionOf(take()))).toContain('The store is down.')
  await take()
  expect(inbox.kept).toHaveLength(1)
})

test('messages of a thread are put in the order in which they are handed over', async () => {
  const adapter = fakeAdapter()
  await open(adapter)
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return bridgeMessage('slow')
  }
  await Promise.all([
    adapter.host?.processMessage(adapter, 'fake:D1', slow),
    adapter.host?.processMessage(adapter, 'fake:D1', bridgeMessage('quick')),
    adapter.host?.processMessage(adapter, 'fake:D2', bridgeMessage('other')),
  ])
  expect(inbox.kept.map(({ text }) => text)).toEqual(['message other', 'message slow', 'message quick'])
})

test('what waits behind a failed put does not overtake it', async () => {
  const adapter = fakeAdapter()
  await open(adapter)
  inbox.failNext(1)
  const take = async (id: string) => adapter.host?.processMessage(adapter, 'fake:D1', bridgeMessage(id))
  const outcomes = await Promise.allSettled([take('1'), take('2'), take('3')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  for (const id of ['1', '2', '3']) await take(id)
  expect(inbox.kept.map(({ text }) => text)).toEqual(['message 1', 'message 2', 'message 3'])
})

test.each([
  [{ isMention: true }, true],
  [{ text: 'hey @Pal!' }, true],
  [{ text: 'hey @pal-two, mail x@pal' }, false],
])('in a group, %j', async (more, isMention) => {
  const channel = await open(fakeAdapter())
  await deliver(channel, { threadId: 'fake:C1:5', message: bridgeMessage('1', more) })
  expect(inbox.kept).toMatchObject([{ isGroup: true, isMention }])
})

test.each([
  ['the bot', { author: { userId: 'me', isMe: true } }],
  ['a bot', { author: { userId: 'b', isBot: true as const } }],
  ['the platform', { author: { userId: 's', isSystem: true } }],
  ['nothing', { text: '' }],
])('acknowledges and leaves out what %s said', async (_name, more) => {
  const channel = await open(fakeAdapter())
  expect(await deliver(channel, { threadId: 'fake:D1', message: bridgeMessage('1', more) })).toBe(200)
  expect(inbox.kept).toEqual([])
})

test('commands are text, once each; reactions are heard by nobody', async () => {
  const channel = await open(fakeAdapter())
  const command = { channelId: 'fake:C1', command: 'new', text: 'now', user: { userId: 'ada' }, raw: { id: 7 } }
  inbox.failNext(1)
  expect(await deliver(channel, { command })).toBe(503)
  expect(await deliver(channel, { command })).toBe(200)
  expect(await deliver(channel, { command })).toBe(200)
  expect(await deliver(channel, { command: { ...command, raw: { id: 8 } } })).toBe(200)
  expect(await deliver(channel, { reaction: {} })).toBe(200)
  expect(inbox.kept).toHaveLength(2)
  expect(inbox.kept[0]).toMatchObject({ text: '/new now', thread: 'fake:C1', isMention: true, at: 9000 })
})

test('its state drops nothing, and what an adapter gathers it gathers alone', async () => {
  const adapter = fakeAdapter()
  await open(adapter)
  const [one, two] = [adapter.host?.getState(), adapter.host?.getState()]
  expect([await one?.setIfNotExists?.('k', 1), await one?.setIfNotExists?.('k', 1)]).toEqual([true, true])
  await one?.set?.('album', ['a'])
  expect([await one?.get?.('album'), await two?.get?.('album')]).toEqual([['a'], null])
  expect(await one?.acquireLock?.('k', 1000)).toMatchObject({ threadId: 'k' })
})

test('before the start and after the stop nothing is acknowledged', async () => {
  const channel = createBridgeChannel('fake', fakeAdapter(), { limit: 100 })
  const body = { threadId: 'fake:D1', message: bridgeMessage('1') }
  expect(await deliver(channel, body)).toBe(503)
  await channel.start(inbox.put)
  await channel.stop()
  expect(await deliver(channel, body)).toBe(503)
})

test('sends into threads and whole channels, edits, and types only when asked', async () => {
  const adapter = fakeAdapter()
  const channel = await open(adapter)
  await deliver(channel, { threadId: 'fake:D1', message: bridgeMessage('1') })
  expect(adapter.typed).toBe(0)
  const id = await channel.send('fake:C1:5', 'hello', 'n')
  await channel.send('fake:C1', 'there', 'n')
  await channel.edit?.('fake:C1:5', id, 'hello again')
  adapter.failure = new Error('Bad Request: message is not modified')
  await channel.edit?.('fake:C1:5', id, 'hello again')
  await channel.typing?.('fake:C1:5')
  expect(adapter.typed).toBe(1)
  expect(adapter.posted).toEqual([
    { threadId: 'fake:C1:5', message: { raw: 'hello again' } },
    { threadId: 'whole fake:C1', message: { raw: 'there' } },
  ])
})

function sdkError(name: string, message: string, more: object = {}): Error {
  return Object.assign(new Error(message), { name, ...more })
}

test.each([
  [sdkError('AdapterRateLimitError', 'slow down', { retryAfter: 7 }), { retryInMs: 7000, isUnsure: false }],
  [sdkError('NetworkError', 'Discord API error: 429 {"retry_after":1.5}'), { retryInMs: 2000, isUnsure: false }],
  [sdkError('PermissionError', 'blocked'), { retryInMs: undefined, isUnsure: false }],
  [sdkError('NetworkError', 'timed out'), { retryInMs: 1000, isUnsure: true }],
  [sdkError('NetworkError', 'x', { cause: { code: 'ECONNREFUSED' } }), { retryInMs: 1000, isUnsure: false }],
])('a send that ends in %s', async (failure, expected) => {
  const adapter = fakeAdapter()
  const channel = await open(adapter)
  adapter.failure = failure
  expect(await rejectionOf(channel.send('fake:D1', 'x', 'n'))).toMatchObject(expected)
})

test('errors hold neither the given secrets nor what looks like a token', async () => {
  const adapter = fakeAdapter()
  const channel = await open(adapter)
  const token = '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'
  adapter.failure = new Error(`fetch https://api.telegram.org/bot${token}/sendMessage?k=s3cret failed`)
  const error = await rejectionOf(channel.send('fake:D1', 'x', 'n'))
  expect(String(error)).not.toContain('s3cret')
  expect(String(error)).not.toContain('AAHdqTcv')
})
