import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Channel } from '../channel.ts'
import { type FakeInbox, fakeInbox, rejectionOf } from '../fake-inbox.arbitrary.ts'
import { createDiscordChannel, type DiscordOptions } from './discord.ts'
import type { DiscordSession } from './discord-session.ts'
import { discordToken, type FakeDiscord, startFakeDiscord } from './fake-discord.arbitrary.ts'

const room = '200000000000000001'
let discord: FakeDiscord
let inbox: FakeInbox
let saved: DiscordSession | undefined
let opened: Channel[]
let troubles: Error[]

beforeEach(async () => {
  discord = await startFakeDiscord()
  inbox = fakeInbox()
  saved = undefined
  opened = []
  troubles = []
})

afterEach(async () => {
  await Promise.all(opened.map((channel) => channel.stop()))
  await discord.close()
})

function open(options: Partial<DiscordOptions> = {}): Channel {
  const channel = createDiscordChannel({
    token: discordToken,
    api: discord.url,
    timeoutMs: 300,
    retryMs: 5,
    loadSession: async () => saved,
    saveSession: async (session) => {
      saved = session
    },
    onTrouble: (error) => troubles.push(error),
    ...options,
  })
  opened.push(channel)
  return channel
}

const texts = () => inbox.kept.map(({ text }) => text)

test('hears what is said, in order', async () => {
  const channel = open()
  await channel.start(inbox.put)
  const id = discord.say('one')
  discord.say('two', { guild_id: '9', content: '<@777> two', mentions: [{ id: '777', username: 'pal' }] })
  await inbox.until(2)
  expect(inbox.kept[0]).toEqual({
    source: `discord:${room}:${id}`,
    channel: 'discord',
    thread: room,
    from: '42',
    name: 'Ada',
    text: 'one',
    isGroup: false,
    isMention: true,
    at: 1_700_000_000_000,
  })
  expect(inbox.kept[1]).toMatchObject({ text: 'two', isGroup: true, isMention: true })
  expect(channel.isExclusive).toBe(true)
})

test('edits, deletions and reactions are left out', async () => {
  await open().start(inbox.put)
  const author = { id: '42', username: 'ada' }
  const edited = { id: '1', channel_id: room, type: 0, content: 'changed', timestamp: '2023-11-14T22:13:20Z', author }
  discord.tell('MESSAGE_UPDATE', edited)
  discord.tell('MESSAGE_DELETE', { id: '1', channel_id: room })
  discord.tell('MESSAGE_REACTION_ADD', { message_id: '1', channel_id: room, user_id: '42' })
  discord.say('one')
  await inbox.until(1)
  expect(texts()).toEqual(['one'])
})

test('the sequence that is kept is that of the last durable message', async () => {
  inbox.failNext(1_000_000)
  await open().start(inbox.put)
  discord.say('one')
  while (inbox.tries.size === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(saved).toMatchObject({ sequence: 1, botUser: '777' })
  inbox.failNext(0)
  await inbox.until(1)
  while (saved?.sequence !== 2) await new Promise((resolve) => setTimeout(resolve, 5))
})

test('a process that died before a put leaves the message to the next, which also hears what was said meanwhile', async () => {
  const first = open()
  await first.start(inbox.put)
  discord.say('one')
  await inbox.until(1)
  const dead = { ...(saved as DiscordSession | undefined) }
  inbox.failNext(1_000_000)
  discord.say('two')
  while (inbox.tries.size < 2) await new Promise((resolve) => setTimeout(resolve, 5))
  await first.stop()
  expect(saved).toEqual(dead)
  discord.say('three')
  inbox.failNext(0)
  await open().start(inbox.put)
  await inbox.until(3)
  expect(discord.resumes).toEqual([2])
  expect(texts()).toEqual(['one', 'two', 'three'])
})

test('a stop keeps the session, and a mention is known after a resume', async () => {
  const first = open()
  await first.start(inbox.put)
  discord.say('one')
  await inbox.until(1)
  await first.stop()
  discord.say('hey <@777>', { guild_id: '9', mentions: [{ id: '777', username: 'pal' }] })
  await open().start(inbox.put)
  await inbox.until(2)
  expect(inbox.kept[1]).toMatchObject({ text: 'hey @pal', isMention: true })
  expect(discord.identifies).toHaveLength(1)
})

test.each([[undefined], [4000]])('what is said while a connection is gone (%s) is heard', async (code) => {
  await open().start(inbox.put)
  discord.say('one')
  await inbox.until(1)
  discord.cut(code)
  discord.say('two')
  discord.say('three')
  await inbox.until(3)
  expect(texts()).toEqual(['one', 'two', 'three'])
  expect(discord.identifies).toHaveLength(1)
  expect([...inbox.tries.values()]).toEqual([1, 1, 1])
})

test('a session outlives connections that cannot be made', async () => {
  await open().start(inbox.put)
  discord.turnAway(2)
  discord.cut()
  discord.say('one')
  await inbox.until(1)
  expect(discord.identifies).toHaveLength(1)
  expect(troubles.join()).not.toContain('FakeToken')
})

test('a session that Discord ended is given up for a new one', async () => {
  saved = { sessionId: 'old', resumeUrl: discord.gatewayUrl, sequence: 7, botUser: '777' }
  await open().start(inbox.put)
  discord.say('again')
  await inbox.until(1)
  expect(discord.resumes).toEqual([7])
  expect(discord.identifies).toHaveLength(1)
  while (saved?.sessionId !== 'session-1') await new Promise((resolve) => setTimeout(resolve, 5))
})

test('messages that wait when a connection breaks, or their session ends, are not lost', async () => {
  const first = open()
  await first.start(inbox.put)
  await first.stop()
  inbox.failNext(1_000_000)
  await open().start(inbox.put)
  discord.say('one')
  while (inbox.tries.size === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  discord.cut()
  discord.say('two')
  while (inbox.tries.size === 1) await new Promise((resolve) => setTimeout(resolve, 5))
  discord.endSession()
  discord.cut()
  while (discord.identifies.length === 1) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(saved?.sessionId).toBe('session-1')
  inbox.failNext(0)
  await inbox.until(2)
  expect(texts()).toEqual(['one', 'two'])
  while (saved?.sessionId !== 'session-2') await new Promise((resolve) => setTimeout(resolve, 5))
})

test('a refused token shows at the start, not in the error, and ends the channel', async () => {
  const error = await rejectionOf(open({ token: `${discordToken}x` }).start(inbox.put))
  expect(error).toMatchObject({ name: 'DeliveryError', retryInMs: undefined })
  expect(String(error)).not.toContain('FakeToken')
})

test('a stop while Discord is not reachable ends the start', async () => {
  const channel = open({ gatewayUrl: 'ws://127.0.0.1:1' })
  const started = rejectionOf(channel.start(inbox.put))
  await new Promise((resolve) => setTimeout(resolve, 100))
  await channel.stop()
  expect(String(await started)).toContain('stopped')
})

test('sends, edits and types; a repeated nonce is one message', async () => {
  const channel = open()
  const id = await channel.send(room, 'hello', 'a nonce that is longer than twenty-five characters')
  expect(await channel.send(room, 'hello', 'a nonce that is longer than twenty-five characters')).toBe(id)
  await channel.edit?.(room, id, 'hello again')
  await channel.typing?.(room)
  expect(discord.sent).toMatchObject([{ id, channel: room, content: 'hello again' }])
  const [{ text } = { text: '{}' }] = discord.calls
  expect(JSON.parse(text)).toMatchObject({ enforce_nonce: true, allowed_mentions: { parse: [] } })
  expect(JSON.parse(text).nonce).toHaveLength(25)
})

test.each([
  ['rate-limit', { retryInMs: 7050, isUnsure: false }, 0],
  ['error', { retryInMs: 1000, isUnsure: true }, 0],
  ['hang', { retryInMs: 1000, isUnsure: true }, 0],
  ['drop', { retryInMs: 1000, isUnsure: true }, 0],
  ['take-then-error', { retryInMs: 1000, isUnsure: true }, 1],
  ['take-then-hang', { retryInMs: 1000, isUnsure: true }, 1],
  ['take-then-drop', { retryInMs: 1000, isUnsure: true }, 1],
] as const)('a send that ends in %s is tried once, and said once when repeated', async (mishap, expected, taken) => {
  discord.fail('POST messages', mishap)
  const channel = open()
  expect(await rejectionOf(channel.send(room, 'hello', 'n'))).toMatchObject({ name: 'DeliveryError', ...expected })
  expect(discord.sent).toHaveLength(taken)
  expect(discord.calls).toHaveLength(1)
  await channel.send(room, 'hello', 'n')
  expect(discord.sent).toHaveLength(1)
})

test('a refusal is final; a send that never left is sure', async () => {
  const channel = open()
  const refused = await rejectionOf(channel.send('200000000000000403', 'hello', 'n'))
  expect(refused).toMatchObject({ retryInMs: undefined, isUnsure: false })
  const unheard = open({ api: 'http://127.0.0.1:1' })
  expect(await rejectionOf(unheard.send(room, 'hello', 'n'))).toMatchObject({ retryInMs: 1000, isUnsure: false })
  await unheard.typing?.(room)
})
