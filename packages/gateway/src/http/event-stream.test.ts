import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { conversationId, type LoggedEvent } from '@palimpsest/core/store'
import { afterEach, describe, expect, test } from 'vitest'
import { hashToken } from '../access/tokens.ts'
import { closeDesks, openDesk, post, until } from '../gateway-desk.arbitrary.ts'
import { slowly } from '../stub-agents.arbitrary.ts'
import { createEventStreams, type EventStream } from './event-streams.ts'

afterEach(closeDesks)

interface Received {
  readonly id?: string
  readonly event?: string
  readonly data: Record<string, unknown>
}

/** Reads a stream for as long as it lasts, or until it is aborted. */
async function listen(url: string, init: RequestInit, received: Received[]): Promise<number> {
  const response = await fetch(url, init)
  let text = ''
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const read = await reader?.read().catch(() => undefined)
    if (read === undefined || read.done) return response.status
    text += read.value
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = Object.fromEntries(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => line.split(/: (.*)/s, 2)),
      )
      text = text.slice(end + 2)
      if (fields.data !== undefined) received.push({ ...fields, data: JSON.parse(fields.data) })
    }
  }
}

const kinds = (received: readonly Received[]) => received.map(({ event }) => event)

test('a message can be followed until it is answered', async () => {
  const { url } = await openDesk({ behave: slowly(120) })
  const received: Received[] = []
  const init = post({ text: 'a b c' }, { accept: 'text/event-stream', 'idempotency-key': 'k' })
  expect(await listen(`${url}/v1/conversations/ann/messages`, init, received)).toBe(200)
  expect(kinds(received)).toEqual(expect.arrayContaining(['accepted', 'started', 'text', 'answered']))
  expect(kinds(received).at(-1)).toBe('answered')
  expect(received.map(({ data }) => data.text ?? '').join('')).toBe('echo: a b c echo: a b c')
  const again: Received[] = []
  await listen(`${url}/v1/conversations/ann/messages`, init, again)
  expect(kinds(again)).toEqual(['accepted', 'answered'])
  expect(received.at(-1)?.data).toMatchObject(again.at(-1)?.data ?? {})
})

describe('the events of a conversation', () => {
  test('are read on where a client was', async () => {
    const { url, say } = await openDesk()
    await say('ann', 'one')
    const first: Received[] = []
    const cut = new AbortController()
    const listening = listen(`${url}/v1/conversations/ann/events`, { signal: cut.signal }, first)
    await until(() => kinds(first).includes('answered'))
    cut.abort()
    await listening
    await say('ann', 'two')
    const rest: Received[] = []
    const last = first.at(-1)?.id ?? ''
    void listen(`${url}/v1/conversations/ann/events`, { headers: { 'last-event-id': last } }, rest)
    await until(() => kinds(rest).includes('answered'))
    expect(rest.map(({ id }) => Number(id))).toEqual(rest.map((_, i) => Number(last) + 1 + i))
    expect(rest.at(-1)?.data.text).toBe('echo: two')
    await say('ann', 'three')
    await until(() => rest.at(-1)?.data.text === 'echo: three')
  })

  test('that are gone leave a gap', async () => {
    const { url, store } = await openDesk()
    const ann = conversationId('ann')
    for (let n = 0; n < 30; n++)
      await store.events.append(
        ann,
        Array.from({ length: 50 }, () => ({ kind: 'x' })),
        1,
      )
    const received: Received[] = []
    void listen(`${url}/v1/conversations/ann/events?after=3`, {}, received)
    await until(() => received.length === 1_001)
    expect(received[0]).toEqual({ event: 'gap', data: { after: 3, next: 501 } })
    expect(received.at(-1)?.id).toBe('1500')
  })

  test('reach many who listen', async () => {
    const { url, say } = await openDesk()
    await say('ann', 'zero')
    const all = Array.from({ length: 50 }, (): Received[] => [])
    for (const received of all) void listen(`${url}/v1/conversations/ann/events`, {}, received)
    await say('ann', 'one')
    await until(() => all.every((received) => received.some(({ data }) => data.text === 'echo: one')))
  })

  test('are only for so many at the same time', async () => {
    const { url, call } = await openDesk({ options: { limits: { maxStreams: 1 } } })
    const received: Received[] = []
    void listen(`${url}/v1/conversations/ann/events`, {}, received)
    await until(async () => (await call('/v1/conversations/ann/events')).status === 503)
  })

  const key = (name: string, role: 'read' | 'write') => ({ name, role, sha256: hashToken(name) })
  const as = (name: string) => ({ authorization: `Bearer ${name}` })

  test('are only for so many of one caller, of one conversation, and of what does not exist', async () => {
    const limits = { maxStreamsPerCaller: 3, maxStreamsPerConversation: 4, maxUnknownStreams: 1 }
    const { url, call, say } = await openDesk({
      options: { limits, tokens: [key('ann', 'write'), key('ben', 'read'), key('cem', 'read')] },
    })
    await say('talk', 'one', { headers: as('ann') })
    const cut = new AbortController()
    const status = async (name: string, id: string) => {
      const { status } = await fetch(`${url}/v1/conversations/${id}/events`, { headers: as(name), signal: cut.signal })
      return status
    }
    expect([await status('ben', 'new1'), await status('ben', 'new2')]).toEqual([200, 429])
    expect([await status('ben', 'talk'), await status('ben', 'talk'), await status('ben', 'talk')]).toEqual([
      200, 200, 429,
    ])
    expect([await status('ann', 'talk'), await status('ann', 'talk'), await status('cem', 'talk')]).toEqual([
      200, 200, 429,
    ])
    const full = await call('/v1/conversations/talk/events', { headers: as('cem') })
    expect(full).toMatchObject({ status: 429, body: { error: { code: 'too-many-streams' } } })
    cut.abort()
    await until(
      async () => (await call('/metrics', { headers: as('cem') })).body?.toString().includes('streams_open 0') === true,
    )
  })
})

test('where no stream can be opened, nothing is taken', async () => {
  const { call, store } = await openDesk({ options: { limits: { maxStreams: 0 } } })
  const init = post({ text: 'hello' }, { accept: 'text/event-stream' })
  const refused = await call('/v1/conversations/ann/messages', init)
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'too-many-streams' } } })
  expect(await store.inbox.backlog()).toEqual({ waiting: 0 })
  expect(await store.events.after(conversationId('ann'), 0, 9)).toEqual([])
})

test('a message that is refused gives its stream back', async () => {
  const { call } = await openDesk({ options: { limits: { maxStreams: 1, maxWaiting: 0 } } })
  const init = post({ text: 'hello' }, { accept: 'text/event-stream' })
  for (let n = 0; n < 3; n++)
    expect((await call('/v1/conversations/ann/messages', init)).body).toMatchObject({ error: { code: 'backlogged' } })
})

/** Streams to clients that connect, without a gateway. */
async function bareStreams(onOpen: (stream: EventStream) => void) {
  const limits = { maxStreams: 9, maxStreamsPerCaller: 9, maxStreamsPerConversation: 9, maxUnknownStreams: 9 }
  const streams = createEventStreams(limits, 30)
  const owner = { caller: { name: 'ann', role: 'read' }, conversation: conversationId('c'), isUnknown: false } as const
  const server = createServer((_, response) => {
    const seat = streams.take(owner)
    if (typeof seat !== 'string') onOpen(seat.open(response, () => {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { streams, server, port: (server.address() as AddressInfo).port }
}

test('what many hear is written down once', async () => {
  let times = 0
  const event = { kind: 'x', toJSON: () => ({ times: ++times }) } as unknown as LoggedEvent['event']
  const events = [{ id: 1, at: 1, event }]
  const { streams, server, port } = await bareStreams((stream) => stream.send(events))
  const heard = await Promise.all(
    [1, 2, 3].map(async () => {
      const reader = (await fetch(`http://127.0.0.1:${port}`)).body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      while (!text.includes('times')) text += (await reader?.read())?.value ?? ''
      await reader?.cancel()
      return text
    }),
  )
  expect(heard).toHaveLength(3)
  expect(times).toBe(1)
  await until(() => streams.size() === 0)
  server.close()
})

test('a client that reads nothing is cut off, also where little is told', async () => {
  const event = { kind: 'x', text: 'x'.repeat(16_000_000) }
  const { streams, server, port } = await bareStreams((stream) => stream.send([{ id: 1, at: 1, event }]))
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'))
  socket.pause()
  socket.on('error', () => {})
  await until(() => streams.size() === 1)
  await until(() => streams.size() === 0)
  socket.destroy()
  server.close()
})
