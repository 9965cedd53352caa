import { conversationId } from '@palimpsest/core/store'
import { afterEach, describe, expect, test } from 'vitest'
import { closeDesks, openDesk, post, until } from '../gateway-desk.arbitrary.ts'
import { slowly } from '../stub-agents.arbitrary.ts'

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
    const all = Array.from({ length: 50 }, (): Received[] => [])
    for (const received of all) void listen(`${url}/v1/conversations/ann/events`, {}, received)
    await say('ann', 'one')
    await until(() => all.every((received) => kinds(received).includes('answered')))
  })

  test('are only for so many at the same time', async () => {
    const { url, call } = await openDesk({ options: { limits: { maxStreams: 1 } } })
    const received: Received[] = []
    void listen(`${url}/v1/conversations/ann/events`, {}, received)
    await until(async () => (await call('/v1/conversations/ann/events')).status === 503)
  })
})
