import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readInbound } from '../../inbound/read-inbound.ts'
import type { Channel } from '../channel.ts'
import { type FakeInbox, fakeInbox, rejectionOf } from '../fake-inbox.arbitrary.ts'
import type { Mishap } from '../fake-platform.arbitrary.ts'
import { type FakeTelegram, startFakeTelegram, telegramToken, telegramUpdate } from './fake-telegram.arbitrary.ts'
import { createTelegramChannel, type TelegramOptions } from './telegram.ts'

let telegram: FakeTelegram
let inbox: FakeInbox
let channel: Channel | undefined
let troubles: Error[]

beforeEach(async () => {
  telegram = await startFakeTelegram()
  inbox = fakeInbox()
  troubles = []
})

afterEach(async () => {
  await channel?.stop()
  channel = undefined
  await telegram.close()
})

function open(options: Partial<TelegramOptions>): Channel {
  const known = { token: telegramToken, apiRoot: telegram.url, timeoutMs: 300, retryMs: 5 }
  channel = createTelegramChannel({
    ...known,
    mode: 'polling',
    onTrouble: (error) => troubles.push(error),
    ...options,
  })
  return channel
}

async function openPolling(): Promise<Channel> {
  const opened = open({})
  await opened.start(inbox.put)
  return opened
}

async function openWebhook(): Promise<(update: unknown, secret?: string) => Promise<number | undefined>> {
  const opened = open({ mode: 'webhook', secretToken: 's3cret', botName: '@pal_bot' })
  await opened.start(inbox.put)
  return async (update, secret = 's3cret') => {
    const headers = { 'x-telegram-bot-api-secret-token': secret }
    const body = typeof update === 'string' ? update : JSON.stringify(update)
    return (await opened.webhook?.(new Request('http://gateway/hooks/telegram', { method: 'POST', headers, body })))
      ?.status
  }
}

test('polling puts what was said, in order, and then acknowledges it', async () => {
  const { isExclusive, webhook } = await openPolling()
  for (const text of ['one', 'two', 'three']) telegram.say({ text })
  await inbox.until(3)
  expect(inbox.kept.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  while (telegram.pending.length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(isExclusive).toBe(true)
  expect(webhook).toBeUndefined()
})

test('polling acknowledges nothing that is not durable, and takes it again', async () => {
  inbox.failNext(3)
  const { update_id: id } = telegram.say({ text: 'keep me' })
  await openPolling()
  await inbox.until(1)
  expect(inbox.tries.get(`telegram:42:${id}`)).toBe(4)
  const offsets = telegram.calls.filter(({ name }) => name === 'getUpdates').map(({ text }) => JSON.parse(text).offset)
  expect(offsets.slice(0, 4)).toEqual([0, 0, 0, 0])
  expect(troubles.map(({ message }) => message)).toContain('Telegram: The store is down.')
})

test('polling goes on after errors, silence and broken connections', async () => {
  telegram.fail('getUpdates', 'error', 'drop', 'hang')
  const opened = open({ timeoutMs: 50 })
  // A hanging poll would be given up only after the time that Telegram may hold it open.
  await opened.start(inbox.put)
  telegram.say({ text: 'still here' })
  await new Promise((resolve) => setTimeout(resolve, 60))
  await opened.stop()
  await opened.start(inbox.put)
  await inbox.until(1)
  expect(troubles.length).toBeGreaterThanOrEqual(2)
  expect(troubles.join()).not.toContain('AAFake')
})

test('whatever fails meanwhile, polling keeps everything once and in order', async () => {
  const mishap = fc.constantFrom<Mishap>('error', 'drop', 'take-then-error', 'take-then-drop')
  const law = fc.asyncProperty(fc.array(mishap, { maxLength: 4 }), fc.nat(3), async (mishaps, failures) => {
    const own = fakeInbox()
    telegram.fail('getUpdates', ...mishaps)
    const opened = open({ retryMs: 1 })
    await opened.start(own.put)
    own.failNext(failures)
    const said = Array.from({ length: 8 }, (_, index) => telegram.say({ text: `${index}` }))
    await own.until(8)
    await opened.stop()
    expect(own.kept.map(({ source }) => source)).toEqual(said.map(({ update_id: id }) => `telegram:42:${id}`))
    telegram.forget()
  })
  await fc.assert(law, { numRuns: 15 })
})

test('polling ends a webhook first, and stops at once', async () => {
  const opened = await openPolling()
  expect(telegram.calls.map(({ name }) => name)).toContain('deleteWebhook')
  const before = Date.now()
  await opened.stop()
  expect(Date.now() - before).toBeLessThan(500)
})

test('a Telegram that is not there shows at the start, without the token', async () => {
  await telegram.close()
  const error = await rejectionOf(open({}).start(inbox.put))
  expect(String(error)).toContain('ECONNREFUSED')
  expect(JSON.stringify([String(error), (error as Error).stack, (error as Error).cause])).not.toContain('AAFake')
})

test('a webhook answers 200 only once the message is durable; a redelivery is kept once', async () => {
  const deliver = await openWebhook()
  const update = telegramUpdate(7, { text: 'hello' })
  inbox.failNext(1)
  expect(await deliver(update)).toBe(503)
  expect(inbox.kept).toEqual([])
  expect(await deliver(update)).toBe(200)
  expect(await deliver(update)).toBe(200)
  expect(inbox.kept.map(({ source }) => source)).toEqual(['telegram:42:7'])
})

test('a webhook refuses forgeries and what it cannot read', async () => {
  const deliver = await openWebhook()
  const update = telegramUpdate(7, { text: 'hello' })
  expect(await deliver(update, 'guess')).toBe(401)
  expect(await deliver(update, '')).toBe(401)
  expect(await deliver('{')).toBe(400)
  expect(await deliver('[]')).toBe(400)
  expect(inbox.kept).toEqual([])
})

test('without a secret, or before the start, nothing is taken', async () => {
  const headers = { 'x-telegram-bot-api-secret-token': '' }
  const request = () => new Request('http://gateway/', { method: 'POST', headers, body: '{"update_id":1}' })
  expect((await open({ mode: 'webhook' }).webhook?.(request()))?.status).toBe(401)
  const opened = open({ mode: 'webhook', secretToken: 'x', botName: 'pal_bot' })
  const right = new Request('http://gateway/', {
    method: 'POST',
    headers: { 'x-telegram-bot-api-secret-token': 'x' },
    body: '{"update_id":1}',
  })
  expect((await opened.webhook?.(right))?.status).toBe(503)
})

test('edited messages are acknowledged and left out', async () => {
  const deliver = await openWebhook()
  const { message } = telegramUpdate(7, { text: 'changed' })
  expect(await deliver({ update_id: 8, edited_message: message })).toBe(200)
  expect(inbox.kept).toEqual([])
})

test('sends into chats and topics, edits, and types', async () => {
  const opened = open({})
  const id = await opened.send('42', 'hello', 'n1')
  await opened.send('-100:9', 'there', 'n2')
  await opened.edit?.('42', id, 'hello again')
  await opened.edit?.('42', id, 'hello again')
  await opened.typing?.('-100:9')
  expect(telegram.sent).toMatchObject([
    { id: Number(id), chat: '42', topic: undefined, text: 'hello again' },
    { chat: '-100', topic: 9, text: 'there' },
  ])
})

test.each([
  ['rate-limit', { retryInMs: 7000, isUnsure: false }, 0],
  ['error', { retryInMs: 1000, isUnsure: true }, 0],
  ['hang', { retryInMs: 1000, isUnsure: true }, 0],
  ['drop', { retryInMs: 1000, isUnsure: true }, 0],
  ['take-then-error', { retryInMs: 1000, isUnsure: true }, 1],
  ['take-then-hang', { retryInMs: 1000, isUnsure: true }, 1],
  ['take-then-drop', { retryInMs: 1000, isUnsure: true }, 1],
] as const)('a send that ends in %s', async (mishap, expected, taken) => {
  telegram.fail('sendMessage', mishap)
  const error = await rejectionOf(open({}).send('42', 'hello', 'n'))
  expect(error).toMatchObject({ name: 'DeliveryError', ...expected })
  expect(telegram.sent).toHaveLength(taken)
  expect(JSON.stringify([String(error), (error as Error).stack, (error as Error).cause])).not.toContain('AAFake')
})

test('a send to whoever blocked the bot is final; one that never left is sure', async () => {
  const opened = open({})
  expect(await rejectionOf(opened.send('13', 'hello', 'n'))).toMatchObject({ retryInMs: undefined, isUnsure: false })
  const missing = opened.edit?.('42', '1', 'x') ?? Promise.resolve()
  expect(await rejectionOf(missing)).toMatchObject({ retryInMs: undefined, isUnsure: false })
  const unheard = createTelegramChannel({ token: telegramToken, apiRoot: 'http://127.0.0.1:1', mode: 'polling' })
  expect(await rejectionOf(unheard.send('42', 'hello', 'n'))).toMatchObject({ retryInMs: 1000, isUnsure: false })
  await unheard.typing?.('42')
})

test('what has no shape of a message is acknowledged and left out, whatever it is', async () => {
  const deliver = await openWebhook()
  const sound = telegramUpdate(7, { text: 'hello' })
  const { message } = sound
  const junk: readonly unknown[] = [5, ['a'], null, {}, true, [null], 'x']
  const fields = ['text', 'caption', 'photo', 'document', 'voice', 'entities', 'chat', 'from', 'sender_chat', 'date']
  for (const field of [...fields, 'reply_to_message'])
    for (const value of junk) {
      const { text, ...rest } = message ?? {}
      const odd = { ...rest, ...(field !== 'caption' && { text }), [field]: value }
      expect([field, value, await deliver({ ...sound, message: odd } as typeof sound)]).toEqual([field, value, 200])
    }
  for (const value of junk) expect(await deliver({ ...sound, message: value } as typeof sound)).toBe(200)
  expect(troubles).toEqual([])
  for (const inbound of inbox.kept) expect(readInbound(inbound)).toBeDefined()
})
