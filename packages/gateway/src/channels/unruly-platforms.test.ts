import { afterEach, expect, test } from 'vitest'
import { closeDesks, openDesk, textsOf, until } from '../gateway-desk.arbitrary.ts'
import { conversationFor } from '../inbound/conversation-for.ts'
import { createBridgeChannel } from './bridge/bridge.ts'
import { bridgeMessage, fakeAdapter } from './bridge/fake-adapter.arbitrary.ts'
import type { Channel } from './channel.ts'
import { createDiscordChannel } from './discord/discord.ts'
import { discordToken, startFakeDiscord } from './discord/fake-discord.arbitrary.ts'
import type { Mishap } from './fake-platform.arbitrary.ts'
import { slackCallbackBody, slackRequest, slackToken, startFakeSlack } from './slack/fake-slack.arbitrary.ts'
import { createSlackChannel } from './slack/slack.ts'
import { startFakeTelegram, telegramToken, telegramUpdate } from './telegram/fake-telegram.arbitrary.ts'
import { createTelegramChannel } from './telegram/telegram.ts'

/** A chat, or a thread of one. */
interface Place {
  readonly chat: number
  readonly topic?: number
}

/** A platform with its channel. */
interface Unruly {
  readonly channel: Channel
  /** The thread that the channel knows a place by. */
  thread(place: Place): string
  deliver(place: Place, n: number, text: string): Promise<unknown> | unknown
  /** The next sends go wrong in these ways. */
  fail(...mishaps: readonly Mishap[]): void
  /** What people see: thread and text. */
  shown(): readonly (readonly [string, string])[]
  close(): Promise<void>
}

const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  await closeDesks()
  for (const close of closing.splice(0)) await close()
})

const nameOf = (thread: string, topic: string | number | undefined) =>
  topic === undefined ? thread : `${thread}:${topic}`

async function unrulyTelegram(): Promise<Unruly> {
  const telegram = await startFakeTelegram(1)
  const about = { token: telegramToken, apiRoot: telegram.url, timeoutMs: 5_000, secretToken: 's', botName: 'pal_bot' }
  const channel = createTelegramChannel({ ...about, mode: 'webhook' })
  return {
    channel,
    thread: ({ chat, topic }) => nameOf(`-${chat}`, topic),
    deliver: async ({ chat, topic }, n, text) => {
      const where = topic === undefined ? {} : { message_thread_id: topic, is_topic_message: true }
      const entities = [{ type: 'mention', offset: 0, length: 8 }]
      const group = { chat: { id: -chat, type: 'supergroup', title: 'Team' }, ...where }
      const body = JSON.stringify(telegramUpdate(n, { ...group, text: `@pal_bot ${text}`, entities }))
      const headers = { 'x-telegram-bot-api-secret-token': 's' }
      return (await channel.webhook?.(new Request('http://gateway/', { method: 'POST', headers, body })))?.status
    },
    fail: (...mishaps) => telegram.fail('sendMessage', ...mishaps),
    shown: () => telegram.sent.map(({ chat, topic, text }) => [nameOf(chat, topic), text] as const),
    close: telegram.close,
  }
}

async function unrulySlack(): Promise<Unruly> {
  const slack = await startFakeSlack(1)
  const about = { botToken: slackToken, signingSecret: 's', slackApiUrl: slack.url, timeoutMs: 5_000 }
  const channel = createSlackChannel(about)
  const threadTs = (topic: number | undefined) => (topic === undefined ? undefined : `1600000000.00000${topic}`)
  return {
    channel,
    thread: ({ chat, topic }) => nameOf(`C${chat}`, threadTs(topic)),
    deliver: async ({ chat, topic }, n, text) => {
      const where = { channel: `C${chat}`, thread_ts: threadTs(topic), ts: `1700000000.${100000 + n}` }
      const body = slackCallbackBody({ ...where, type: 'app_mention', text: `<@UBOT> ${text}` })
      return (await channel.webhook?.(slackRequest(body, 's', Date.now())))?.status
    },
    fail: (...mishaps) => slack.fail('chat.postMessage', ...mishaps),
    shown: () => slack.posted.map((posted) => [nameOf(posted.channel, posted.threadTs), posted.text] as const),
    close: slack.close,
  }
}

async function unrulyDiscord(): Promise<Unruly> {
  const discord = await startFakeDiscord(1)
  const channel = createDiscordChannel({
    ...{ token: discordToken, api: discord.url, timeoutMs: 5_000, retryMs: 5 },
    ...{ loadSession: async () => undefined, saveSession: async () => undefined },
  })
  // A thread of Discord is a channel of its own.
  const thread = ({ chat, topic = 0 }: Place) => `2000000000000${chat}000${topic}`
  return {
    channel,
    thread,
    deliver: (place, n, text) => {
      const mentions = [{ id: '777', username: 'pal' }]
      discord.say(text, { id: `30000000000000${n}`, channel_id: thread(place), guild_id: '9', mentions })
    },
    fail: (...mishaps) => discord.fail('POST messages', ...mishaps),
    shown: () => discord.sent.map((sent) => [sent.channel, sent.content] as const),
    close: discord.close,
  }
}

async function unrulyBridge(): Promise<Unruly> {
  const adapter = fakeAdapter()
  const mishaps: Mishap[] = []
  const { postMessage } = adapter
  adapter.postMessage = async (thread, message) => {
    const mishap = mishaps.shift()
    if (mishap === 'rate-limit') {
      throw Object.assign(new Error('slow down'), { name: 'AdapterRateLimitError', retryAfter: 1 })
    }
    const posted = mishap === undefined || mishap.startsWith('take') ? await postMessage(thread, message) : undefined
    if (posted === undefined || mishap !== undefined) throw Object.assign(new Error('gone'), { name: 'NetworkError' })
    return posted
  }
  const channel = createBridgeChannel('fake', adapter, { limit: 2000 })
  return {
    channel,
    thread: ({ chat, topic = 0 }) => `fake:C${chat}:${topic}`,
    deliver: async ({ chat, topic = 0 }, n, text) => {
      const message = { text, isMention: true, author: { userId: 'ada', fullName: 'Ada' } }
      await adapter.host?.processMessage(adapter, `fake:C${chat}:${topic}`, bridgeMessage(String(n), message))
    },
    fail: (...more) => void mishaps.push(...more),
    shown: () =>
      adapter.posted.map(({ threadId, message }) => [threadId, 'raw' in message ? message.raw : ''] as const),
    close: async () => undefined,
  }
}

const platforms = { telegram: unrulyTelegram, slack: unrulySlack, discord: unrulyDiscord, bridge: unrulyBridge }
const names = ['telegram', 'slack', 'discord', 'bridge'] as const

async function open(name: keyof typeof platforms) {
  const unruly = await platforms[name]()
  closing.push(unruly.close)
  const { channel } = unruly
  let isReady = false
  const watched: Channel = {
    ...channel,
    start: async (put) => {
      await channel.start(put)
      isReady = true
    },
  }
  const access = { [channel.name]: { users: ['*'] } }
  const { store } = await openDesk({ channels: [watched], options: { access } })
  await until(() => isReady)
  const said = async (place: Place) => {
    const texts = await textsOf(store, conversationFor({ channel: channel.name, thread: unruly.thread(place) }))
    return texts.map((text) => text.replace(/(?:Ada|UADA|ada)(?: \[\w+\])?: /u, ''))
  }
  return { ...unruly, store, said }
}

test.each(names)('on %s each chat and each thread of it is a conversation, answered where it is held', async (name) => {
  const { deliver, shown, said, store, thread } = await open(name)
  const places = [{ chat: 1 }, { chat: 1, topic: 5 }, { chat: 1, topic: 6 }, { chat: 2, topic: 5 }]
  for (const [n, place] of [...places, ...places].entries()) await deliver(place, n + 1, `word ${n}`)
  await until(() => shown().length === 8)
  expect(await store.conversations()).toHaveLength(4)
  for (const [n, place] of places.entries()) {
    expect(await said(place)).toEqual([`word ${n}`, `echo: word ${n}`, `word ${n + 4}`, `echo: word ${n + 4}`])
    const answers = shown().flatMap(([where, text]) =>
      where === thread(place) ? [text.replace(/ \w+(?: \[\w+\])?: /u, ' ')] : [],
    )
    expect(answers).toEqual([`echo: word ${n}`, `echo: word ${n + 4}`])
  }
})

/** Each comes twice, and some before others that were said earlier. */
const order = [2, 1, 2, 4, 3, 1, 6, 5, 3, 4, 6, 5]

test.each(names)(
  '%s repeats itself, mixes the order up, and fails after having taken answers',
  async (name) => {
    const { deliver, shown, said, fail, store } = await open(name)
    const mishaps: readonly Mishap[] = ['take-then-error', 'rate-limit', 'error', 'take-then-drop']
    fail(...mishaps)
    const place = (n: number): Place => ({ chat: 1 + (n % 3) })
    await Promise.all(order.map((n) => deliver(place(n), n, `word ${n}`)))
    const seen = (n: number) => shown().filter(([, text]) => text.endsWith(`word ${n}`)).length
    await until(() => [1, 2, 3, 4, 5, 6].every((n) => seen(n) > 0))
    await until(async () => (await store.outbox.backlog()).waiting === 0)
    for (const chat of [1, 2, 3]) {
      const firsts = [...new Set(order)].filter((n) => place(n).chat === chat)
      expect(await said({ chat })).toEqual(firsts.flatMap((n) => [`word ${n}`, `echo: word ${n}`]))
    }
    // Only what was taken without a word may be seen twice; Discord knows it again by its nonce.
    const twice = [1, 2, 3, 4, 5, 6].reduce((sum, n) => sum + seen(n) - 1, 0)
    expect(twice).toBe(name === 'discord' ? 0 : 2)
  },
  20_000,
)
