import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Channel } from '../channel.ts'
import { type FakeInbox, fakeInbox, rejectionOf } from '../fake-inbox.arbitrary.ts'
import { type FakeSlack, slackCallbackBody, slackRequest, slackToken, startFakeSlack } from './fake-slack.arbitrary.ts'
import { createSlackChannel } from './slack.ts'

const now = 1_700_000_100_000
let slack: FakeSlack
let inbox: FakeInbox
let channel: Channel
let troubles: Error[]

beforeEach(async () => {
  slack = await startFakeSlack()
  inbox = fakeInbox()
  troubles = []
  channel = createSlackChannel({
    botToken: slackToken,
    signingSecret: 's3cret',
    slackApiUrl: slack.url,
    now: () => now,
    timeoutMs: 300,
    onTrouble: (error) => troubles.push(error),
  })
  await channel.start(inbox.put)
})

afterEach(() => slack.close())

async function deliver(body: object | string, secret = 's3cret', atMs = now): Promise<number | undefined> {
  return (await channel.webhook?.(slackRequest(body, secret, atMs)))?.status
}

test('reads a message in a channel', async () => {
  expect(await deliver(slackCallbackBody({ text: 'a &amp; b', thread_ts: '1700000000.000001' }))).toBe(200)
  expect(inbox.kept).toEqual([
    {
      source: 'slack:T1:C1:1700000001.000100',
      channel: 'slack',
      thread: 'C1:1700000000.000001',
      from: 'UADA',
      text: 'a & b',
      isGroup: true,
      isMention: false,
      at: 1_700_000_001_000,
    },
  ])
})

test('a direct message is for the bot', async () => {
  await deliver(slackCallbackBody({ text: 'hi', channel: 'D1', channel_type: 'im' }))
  expect(inbox.kept).toMatchObject([{ thread: 'D1', isGroup: false, isMention: true }])
})

test.each([0, 1])('a mention comes twice and is kept once, as a mention, in either order', async (first) => {
  const event = { text: '<@UBOT> hello', ts: '1700000002.000100' }
  const both = [slackCallbackBody({ ...event, type: 'app_mention', channel_type: undefined }), slackCallbackBody(event)]
  for (const body of first === 0 ? both : both.toReversed()) expect(await deliver(body)).toBe(200)
  expect(inbox.kept).toMatchObject([{ text: 'hello', isMention: true, isGroup: true }])
})

test('asks Slack who the bot is where an event does not say so, once', async () => {
  await deliver(slackCallbackBody({ text: 'hey <@UBOT>', ts: '1.1' }, { authorizations: undefined }))
  await deliver(slackCallbackBody({ text: 'why?', ts: '1.2', parent_user_id: 'UBOT' }, { authorizations: [] }))
  expect(inbox.kept.map(({ isMention }) => isMention)).toEqual([true, true])
  expect(slack.calls.map(({ name }) => name)).toEqual(['auth.test'])
})

test.each([
  ['a bot', { text: 'x', bot_id: 'B1' }],
  ['the bot itself', { text: 'x', user: 'UBOT' }],
  ['the bot of Slack', { text: 'x', user: 'USLACKBOT' }],
  ['an edit', { subtype: 'message_changed', user: undefined, message: { text: 'x', user: 'UADA', ts: '1.1' } }],
  ['an edit that names who made it', { subtype: 'message_changed', text: 'x' }],
  ['a deletion', { subtype: 'message_deleted', user: undefined, deleted_ts: '1.1' }],
  ['a join', { subtype: 'channel_join', text: 'x' }],
  ['a reaction', { type: 'reaction_added' }],
  ['an empty message', { text: '' }],
])('acknowledges and leaves out %s', async (_name, event) => {
  expect(await deliver(slackCallbackBody(event))).toBe(200)
  expect(inbox.kept).toEqual([])
})

test('answers 200 only once the message is durable; redeliveries are kept once', async () => {
  const body = slackCallbackBody({ text: 'keep me' })
  inbox.failNext(1)
  expect(await deliver(body)).toBe(503)
  expect(inbox.kept).toEqual([])
  expect(await Promise.all([deliver(body), deliver(body), deliver(body)])).toEqual([200, 200, 200])
  expect(inbox.kept).toHaveLength(1)
  expect(troubles.map(({ message }) => message)).toEqual(['Slack: The store is down.'])
  await channel.stop()
  expect(await deliver(body)).toBe(503)
})

test('messages that come in another order are kept, each with its own time', async () => {
  for (const second of [3, 1, 2]) await deliver(slackCallbackBody({ text: `${second}`, ts: `${second}.5` }))
  expect(inbox.kept.map(({ at }) => at)).toEqual([3500, 1500, 2500])
})

test('answers the challenge, but only to Slack', async () => {
  const challenge = { type: 'url_verification', challenge: 'abc' }
  const response = await channel.webhook?.(slackRequest(challenge, 's3cret', now))
  expect(await response?.json()).toEqual({ challenge: 'abc' })
  expect(await deliver(challenge, 'guess')).toBe(401)
})

test('refuses forgeries, recordings and what it cannot read', async () => {
  const body = slackCallbackBody({ text: 'x' })
  expect(await deliver(body, 'guess')).toBe(401)
  expect(await deliver(body, 's3cret', now - 301_000)).toBe(401)
  expect(await deliver(body, 's3cret', now + 301_000)).toBe(401)
  expect(await deliver(body, 's3cret', now - 299_000)).toBe(200)
  expect(await deliver('{')).toBe(400)
  const bare = new Request('http://gateway/', { method: 'POST', body: '{}' })
  expect((await channel.webhook?.(bare))?.status).toBe(401)
  const { headers } = slackRequest(body, 's3cret', now)
  const changed = new Request('http://gateway/', {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...body, team_id: 'T2' }),
  })
  expect((await channel.webhook?.(changed))?.status).toBe(401)
})

test('without a signing secret nothing is taken', async () => {
  const open = createSlackChannel({ botToken: slackToken, signingSecret: '', now: () => now })
  await open.start(inbox.put)
  expect((await open.webhook?.(slackRequest('{}', 'x', now)))?.status).toBe(401)
})

test('sends into channels and threads, and edits', async () => {
  const ts = await channel.send('C1:1700000000.000001', 'a < b', 'n1')
  await channel.send('C2', 'there', 'n2')
  await channel.edit?.('C1:1700000000.000001', ts, 'a > b')
  expect(slack.posted).toMatchObject([
    { ts, channel: 'C1', threadTs: '1700000000.000001', text: 'a &gt; b' },
    { channel: 'C2', threadTs: undefined, text: 'there' },
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
] as const)('a send that ends in %s is tried once', async (mishap, expected, taken) => {
  slack.fail('chat.postMessage', mishap)
  const error = await rejectionOf(channel.send('C1', 'hello', 'n'))
  expect(error).toMatchObject({ name: 'DeliveryError', ...expected })
  expect(slack.posted).toHaveLength(taken)
  expect(slack.calls).toHaveLength(1)
})

test.each([
  ['CGONE', { retryInMs: undefined, isUnsure: false }],
  ['CSICK', { retryInMs: 1000, isUnsure: true }],
  ['CFULL', { retryInMs: 30_000, isUnsure: false }],
])('what Slack says about %s', async (thread, expected) => {
  expect(await rejectionOf(channel.send(thread, 'hello', 'n'))).toMatchObject(expected)
})

test('a send that never left is sure, and no error holds the token', async () => {
  await slack.close()
  const unheard = createSlackChannel({ botToken: slackToken, signingSecret: 's', slackApiUrl: slack.url })
  const error = await rejectionOf(unheard.send('C1', 'hello', 'n'))
  expect(error).toMatchObject({ retryInMs: 1000, isUnsure: false })
  expect(JSON.stringify([String(error), (error as Error).stack, (error as Error).cause])).not.toContain('FakeToken')
})
