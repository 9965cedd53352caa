import type { ContentPart } from '@palimpsest/core/message'
import { afterEach, expect, test } from 'vitest'
import { closeDesks, type GatewayDesk, openDesk, until } from '../gateway-desk.arbitrary.ts'
import type { GatewayOptions } from '../gateway-options.ts'
import { createBridgeChannel } from './bridge/bridge.ts'
import { bridgeMessage, fakeAdapter } from './bridge/fake-adapter.arbitrary.ts'
import type { Channel } from './channel.ts'
import { createDiscordChannel } from './discord/discord.ts'
import { discordToken, startFakeDiscord } from './discord/fake-discord.arbitrary.ts'
import { type FakePlatform, platformFile } from './fake-platform.arbitrary.ts'
import { slackCallbackBody, slackRequest, slackToken, startFakeSlack } from './slack/fake-slack.arbitrary.ts'
import { createSlackChannel } from './slack/slack.ts'
import { startFakeTelegram, telegramToken } from './telegram/fake-telegram.arbitrary.ts'
import { createTelegramChannel } from './telegram/telegram.ts'

/** A file as somebody sends it; `told` is the size that the platform tells. */
interface SentFile {
  readonly name: string
  readonly type?: string
  readonly told?: number
  /** Where the message says that the file is, if not at the platform. */
  readonly url?: string
}

/** A platform with its channel. */
interface FilePlace {
  readonly channel: Channel
  readonly platform: Pick<FakePlatform, 'fail' | 'calls' | 'close'>
  send(n: number, text: string, files: readonly SentFile[]): Promise<unknown> | unknown
}

const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  await closeDesks()
  for (const close of closing.splice(0)) await close()
})

async function telegramPlace(): Promise<FilePlace> {
  const platform = await startFakeTelegram()
  const channel = createTelegramChannel({
    ...{ token: telegramToken, apiRoot: platform.url, mode: 'polling', timeoutMs: 5_000, retryMs: 5 },
  })
  const send: FilePlace['send'] = (_n, text, [file]) => {
    const document = file && { file_id: file.name, file_name: file.name, mime_type: file.type, file_size: file.told }
    platform.say(document === undefined ? { text } : { caption: text, document })
  }
  return { channel, platform, send }
}

async function slackPlace(): Promise<FilePlace> {
  const platform = await startFakeSlack()
  const about = { botToken: slackToken, signingSecret: 's', slackApiUrl: platform.url, timeoutMs: 5_000 }
  const channel = createSlackChannel(about)
  const send: FilePlace['send'] = async (n, text, sent) => {
    const files = sent.map(({ name, type, told, url }) => ({
      ...{ id: name, name, mimetype: type, size: told, url_private: url ?? `${platform.url}/files-pri/T1/${name}` },
    }))
    const share = { subtype: 'file_share', files }
    const event = { text, channel: 'D1', channel_type: 'im', ts: `170000000${n}.1`, ...(sent.length > 0 ? share : {}) }
    return (await channel.webhook?.(slackRequest(slackCallbackBody(event), 's', Date.now())))?.status
  }
  return { channel, platform, send }
}

async function discordPlace(): Promise<FilePlace> {
  const platform = await startFakeDiscord()
  const channel = createDiscordChannel({
    ...{ token: discordToken, api: platform.url, timeoutMs: 5_000, retryMs: 5 },
    ...{ loadSession: async () => undefined, saveSession: async () => undefined },
  })
  const send: FilePlace['send'] = (_n, text, sent) => {
    const attachments = sent.map(({ name, type, told, url }) => ({
      ...{ filename: name, content_type: type, size: told, url: url ?? `${platform.url}/attachments/1/${name}` },
    }))
    platform.say(text, { attachments })
  }
  return { channel, platform, send }
}

async function bridgePlace(): Promise<FilePlace> {
  const adapter = fakeAdapter()
  const channel = createBridgeChannel('bridge', adapter, { limit: 2000 })
  const mishaps: string[] = []
  const calls: FakePlatform['calls'][number][] = []
  const fetchData = (name: string) => async () => {
    calls.push({ name: 'file', path: name, headers: {}, text: '' })
    const mishap = mishaps.shift()
    if (mishap === 'hang') await new Promise(() => undefined)
    if (mishap !== undefined) throw new Error(mishap)
    return platformFile(name)
  }
  const send: FilePlace['send'] = (n, text, sent) => {
    const attachments = sent.map(({ name, type, told }) => ({
      ...{ type: 'file', name, fetchData: fetchData(name) },
      ...(type === undefined ? {} : { mimeType: type }),
      ...(told === undefined ? {} : { size: told }),
    }))
    return adapter.host?.processMessage(adapter, 'fake:D1', bridgeMessage(String(n), { text, attachments }))
  }
  const platform = { calls, fail: (_name: string, ...more: string[]) => void mishaps.push(...more) }
  return { channel, platform: { ...platform, close: async () => undefined }, send }
}

const places = { telegram: telegramPlace, slack: slackPlace, discord: discordPlace, bridge: bridgePlace }
const names = ['telegram', 'slack', 'discord', 'bridge'] as const

async function open(name: keyof typeof places, options: GatewayOptions = {}) {
  const place = await places[name]()
  closing.push(place.platform.close)
  const { channel } = place
  let isReady = false
  const started = { ...channel, start: async (put: Parameters<Channel['start']>[0]) => channel.start(put).then(ready) }
  const ready = () => {
    isReady = true
  }
  const access = { [channel.name]: { users: ['*'] } }
  const desk = await openDesk({ channels: [started], options: { access, fetchMs: 10_000, ...options } })
  await until(() => isReady)
  return { ...place, desk }
}

/** The parts of what people said, in order. */
async function saidIn({ store }: GatewayDesk): Promise<readonly (readonly ContentPart[])[]> {
  const all = await Promise.all((await store.conversations()).map(({ id }) => store.originals(id)))
  return all.flat().flatMap(({ message }) => (message.role === 'user' ? [message.parts] : []))
}

async function saidOnce(desk: GatewayDesk): Promise<readonly ContentPart[]> {
  await until(async () => (await saidIn(desk)).length > 0)
  return (await saidIn(desk))[0] ?? []
}

const picture = { name: 'a.png', type: 'image/png', told: 20 }

test.each(names)('on %s a picture comes along with what was said', async (name) => {
  const { send, desk } = await open(name)
  await send(1, 'look', [picture])
  const source = { kind: 'data', mediaType: 'image/png', data: platformFile('a.png').toString('base64') }
  expect(await saidOnce(desk)).toEqual([
    { type: 'text', text: 'look' },
    { type: 'image', source },
  ])
})

test.each(names)(
  'on %s a file without a word is a message; what no model reads is named and not fetched',
  async (name) => {
    const { send, desk, platform } = await open(name)
    await send(1, '', [{ name: 'talk.ogg', type: 'audio/ogg' }])
    const text = '[a file came along that cannot be read here: talk.ogg, audio/ogg]'
    expect(await saidOnce(desk)).toEqual([{ type: 'text', text }])
    expect(platform.calls.filter((call) => call.name === 'file')).toEqual([])
  },
)

test.each(names)('on %s a PDF is fetched where the model reads it', async (name) => {
  const file = { name: 'b.pdf', type: 'application/pdf' }
  const reading = await open(name, { readsDocuments: true })
  await reading.send(1, 'read', [file])
  expect(await saidOnce(reading.desk)).toMatchObject([{ text: 'read' }, { type: 'file', name: 'b.pdf' }])
  const other = await open(name)
  await other.send(1, 'read', [file])
  expect(await saidOnce(other.desk)).toMatchObject([{ text: expect.stringContaining('cannot be read here: b.pdf') }])
})

test.each(names)(
  'on %s a hiccup costs nothing; a file that cannot be had is named, and the message is kept',
  async (name) => {
    const { send, desk, platform } = await open(name)
    platform.fail('file', 'error')
    await send(1, 'one', [picture])
    expect(await saidOnce(desk)).toHaveLength(2)
    platform.fail('file', 'error', 'drop')
    await send(2, 'two', [picture])
    await until(async () => (await saidIn(desk)).length === 2)
    const text = 'two\n[a file came along that could not be fetched: a.png, image/png]'
    expect((await saidIn(desk))[1]).toEqual([{ type: 'text', text }])
  },
)

test.each(names)(
  'on %s a file that hangs holds a message up for a bounded time, and nothing overtakes it',
  async (name) => {
    const { send, desk, platform } = await open(name, { fetchMs: 400 })
    platform.fail('file', 'hang', 'hang')
    const first = send(1, 'one', [picture])
    const second = send(2, 'two', [])
    await Promise.all([first, second])
    await until(async () => (await saidIn(desk)).length === 2)
    const texts = (await saidIn(desk)).map(([part]) => (part?.type === 'text' ? part.text.split('\n')[0] : ''))
    expect(texts).toEqual(['one', 'two'])
  },
)

test.each(names)('on %s a file that is too large is named, also where it was said to be small', async (name) => {
  const { send, desk, platform } = await open(name)
  await send(1, 'one', [{ name: '9000000.png', type: 'image/png', told: 9_000_000 }])
  expect(await saidOnce(desk)).toMatchObject([{ text: expect.stringContaining('is too large to be read here') }])
  expect(platform.calls.filter((call) => call.name === 'file')).toEqual([])
  await send(2, 'two', [{ name: '9000000.png', type: 'image/png', told: 10 }])
  await until(async () => (await saidIn(desk)).length === 2)
  expect((await saidIn(desk))[1]).toHaveLength(1)
})

test.each(['slack', 'discord'] as const)(
  'on %s nothing is fetched from elsewhere, whatever a message says',
  async (name) => {
    const { send, desk } = await open(name)
    const elsewhere = await startFakeSlack()
    closing.push(elsewhere.close)
    await send(1, 'one', [{ ...picture, url: `${elsewhere.url}/files-pri/T1/a.png` }])
    expect(await saidOnce(desk)).toMatchObject([{ text: expect.stringContaining('could not be fetched') }])
    expect(elsewhere.calls).toEqual([])
  },
)

test.each(names)('on %s files of strangers are not fetched', async (name) => {
  const { send, desk, platform, channel } = await open(name, { access: {} })
  await send(1, 'one', [picture])
  const refused = `palimpsest_puts_total{channel="${channel.name}",outcome="refused"} 1`
  await until(async () => (await desk.gateway.metrics.metrics()).includes(refused))
  expect(platform.calls.filter((call) => call.name === 'file')).toEqual([])
})

test('of many files ten are fetched, and no more than fit into one row', async () => {
  const { send, desk, platform } = await open('discord')
  const large = { name: '3500000.png', type: 'image/png', told: 3_500_008 }
  await send(1, 'one', [large, large, large, ...Array.from({ length: 10 }, () => picture)])
  const parts = await saidOnce(desk)
  expect(parts.filter(({ type }) => type === 'image')).toHaveLength(2 + 7)
  expect(platform.calls.filter((call) => call.name === 'file')).toHaveLength(2 + 7)
})

test('on Slack a file of a redelivery is fetched once, and never from where a redirect leads', async () => {
  const { send, desk, platform } = await open('slack')
  expect(await Promise.all([1, 1, 1].map((n) => send(n, 'one', [picture])))).toEqual([200, 200, 200])
  expect(platform.calls.filter((call) => call.name === 'file')).toHaveLength(1)
  await send(2, 'two', [{ ...picture, name: 'moved.png' }])
  await until(async () => (await saidIn(desk)).length === 2)
  expect((await saidIn(desk)).map((parts) => parts.length)).toEqual([2, 1])
})

test('on Slack files of other workspaces are asked for, and large pictures are had as smaller copies', async () => {
  const { channel, desk, platform } = await open('slack')
  const { url } = platform as FakePlatform
  const copy = `${url}/files-pri/T1/copy.png`
  const sent = [
    { id: 'F1', file_access: 'check_file_info' },
    { id: 'F9', file_access: 'check_file_info' },
    { id: 'F2', name: 'big.png', mimetype: 'image/png', size: 9_000_000, url_private: `${url}/x`, thumb_720: copy },
    { id: 'F3', mode: 'tombstone', size: 'what?' },
    7,
  ]
  const event = { text: '', channel: 'D1', channel_type: 'im', subtype: 'file_share', files: sent }
  expect((await channel.webhook?.(slackRequest(slackCallbackBody(event), 's', Date.now())))?.status).toBe(200)
  const images = (await saidOnce(desk)).flatMap((part) => (part.type === 'image' ? [part.source] : []))
  const expected = ['shared.png', 'copy.png'].map((name) => platformFile(name).toString('base64'))
  expect(images.map((source) => source.kind === 'data' && source.data)).toEqual(expected)
})
