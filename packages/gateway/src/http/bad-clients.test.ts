import { request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { hashToken } from '../access/tokens.ts'
import { closeDesks, type GatewayDesk, openDesk, post, until } from '../gateway-desk.arbitrary.ts'

afterEach(closeDesks)

const error = (code: string) => ({ error: { code, message: expect.any(String) } })

describe('every refusal is an error in JSON', () => {
  test.each<[string, string, RequestInit, readonly [number, string]]>([
    ['nothing there', '/nowhere', {}, [404, 'not-found']],
    ['no such conversation', '/v1/conversations/ann', {}, [404, 'not-found']],
    ['no view of nothing', '/v1/conversations/ann/view', {}, [404, 'not-found']],
    ['a wrong method', '/v1/conversations/ann/messages', { method: 'PUT' }, [405, 'method-not-allowed']],
    ['a wrong type', '/v1/conversations/a/messages', { method: 'POST', body: 'x' }, [415, 'not-json']],
    ['broken JSON', '/v1/conversations/a/messages', { ...post(1), body: '{"text": ' }, [400, 'malformed-json']],
    ['a list', '/v1/conversations/a/messages', post([]), [400, 'invalid']],
    ['a number', '/v1/conversations/a/messages', post({ text: 1 }), [400, 'invalid']],
    ['an unknown field', '/v1/conversations/a/messages', post({ text: 'x', role: 'system' }), [400, 'invalid']],
    ['a wait that is none', '/v1/conversations/a/messages?wait=2', post({ text: 'x' }), [400, 'invalid']],
    ['no text', '/v1/conversations/a/messages', post({ text: ' ' }), [400, 'invalid']],
    ['no command', '/v1/conversations/a/commands', post({ command: 'compress' }), [400, 'invalid']],
    ['a traversal', '/v1/conversations/..%2F..%2Fetc%2Fpasswd', {}, [400, 'bad-id']],
    ['a traversal to write', '/v1/conversations/%2e%2e%2fx/messages', post({ text: 'x' }), [400, 'bad-id']],
    ['half an escape', '/v1/conversations/%E0%A4%A/messages', post({ text: 'x' }), [400, 'bad-id']],
    ['a long id', `/v1/conversations/${'a'.repeat(300)}`, {}, [400, 'bad-id']],
    [
      'a key with blanks',
      '/v1/conversations/a/messages',
      post({ text: 'x' }, { 'idempotency-key': 'a b' }),
      [400, 'bad-key'],
    ],
    ['a page without end', '/v1/conversations?limit=100000', {}, [400, 'invalid']],
    ['a search for nothing', '/v1/search', {}, [400, 'invalid']],
    ['a wrong event', '/v1/conversations/a/events?after=x', {}, [400, 'invalid']],
    ['a large body', '/v1/conversations/a/messages', post({ text: 'x'.repeat(2_000_000) }), [413, 'too-large']],
  ])('%s', async (_, path, init, [status, code]) => {
    const { call, store, faults } = await openDesk()
    const answer = await call(path, init)
    expect(answer).toMatchObject({ status, body: error(code) })
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await store.inbox.backlog()).toEqual({ waiting: 0 })
    expect(faults).toEqual([])
  })
})

/** Sends pieces of a body without saying how long it is. */
function sendChunks({ url }: GatewayDesk, chunks: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = request(`${url}/v1/conversations/a/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    })
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', () => resolve(undefined))
    let left = chunks
    const more = () => {
      while (left-- > 0) if (!sent.write(Buffer.alloc(64 * 1024, 0x20))) return sent.once('drain', more)
      return sent.end()
    }
    more()
  })
}

test('a body of 100 MB is not read, whether or not its length is stated', async () => {
  const desk = await openDesk()
  const before = process.memoryUsage().rss
  expect(await sendChunks(desk, 1_600)).toBe(413)
  expect((await desk.say('ann', 'still there')).status).toBe(200)
  expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024)
  const body = Buffer.alloc(100 * 1024 * 1024, 0x20)
  expect((await desk.call('/v1/conversations/a/messages', { ...post(1), body })).status).toBe(413)
  expect((await desk.say('ann', 'still there')).status).toBe(200)
})

/** What a server answers to bytes. */
function sendRaw({ url }: GatewayDesk, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (piece: string) => {
      answer += piece
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
    socket.write(text)
  })
}

test('what is no HTTP is refused in JSON', async () => {
  const answer = await sendRaw(await openDesk(), 'HELLO\r\n\r\n')
  expect(answer).toContain(' 400 ')
  expect(answer).toContain('{"error":{"code":"malformed"')
})

test.each([
  ['without a host', 'GET /healthz HTTP/1.1\r\n', 400, 'malformed'],
  ['with a host that is none', 'GET /healthz HTTP/1.1\r\nhost: a b/c\r\n', 400, 'malformed'],
  [
    'that expects what nobody gives',
    'GET /healthz HTTP/1.1\r\nhost: localhost\r\nexpect: cake\r\n',
    417,
    'expectation',
  ],
])('a request %s is refused in JSON', async (_, head, status, code) => {
  const desk = await openDesk()
  const answer = await sendRaw(desk, `${head}connection: close\r\n\r\n`)
  expect(answer).toContain(` ${status} `)
  expect(answer).toContain(`{"error":{"code":"${code}"`)
  expect(answer.toLowerCase()).toContain('content-type: application/json')
  expect(desk.faults).toEqual([])
})

test('a client that leaves in the middle of its body is no fault of ours', async () => {
  const desk = await openDesk()
  const socket = connect(Number(new URL(desk.url).port), '127.0.0.1')
  const head = ['POST /v1/conversations/a/messages HTTP/1.1', 'host: localhost', 'content-type: application/json']
  socket.write(`${head.join('\r\n')}\r\ncontent-length: 99\r\n\r\n{"text"`)
  await until(async () => (await desk.call('/metrics')).status === 200)
  socket.resetAndDestroy()
  await until(async () => /requests_total\{status="4xx"\} 1/.test(String((await desk.call('/metrics')).body)))
  expect(desk.faults).toEqual([])
})

test('a client that never ends its headers is cut off', { timeout: 30_000 }, async () => {
  const desk = await openDesk()
  const slow = sendRaw(desk, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
  expect((await desk.call('/healthz')).status).toBe(200)
  expect(await slow).toContain(' 408 ')
})

test.each([
  ['a name that was made to lead here', { host: 'rebound.example' }],
  ['a page of elsewhere', { origin: 'https://example.com' }],
])('without a token, %s is refused', async (_, headers) => {
  const desk = await openDesk()
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
  const answer = await sendRaw(
    desk,
    `GET /v1/conversations HTTP/1.1\r\n${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`,
  )
  expect(answer).toContain(' 403 ')
  expect(answer).toContain('"foreign"')
})

describe('tokens', () => {
  const tokens = [
    { name: 'reader', sha256: hashToken('r-secret'), role: 'read' as const },
    { name: 'writer', sha256: hashToken('w-secret'), role: 'write' as const },
    { name: 'boss', sha256: hashToken('a-secret'), role: 'admin' as const },
  ]
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

  test('each may do what its role allows', async () => {
    const { call, say } = await openDesk({ options: { tokens } })
    for (const headers of [{}, bearer('wrong'), bearer(''), { authorization: 'Basic w-secret' }])
      expect(await call('/v1/conversations', { headers })).toMatchObject({ status: 401, body: error('unauthorized') })
    expect((await call('/healthz')).status).toBe(200)
    expect((await call('/metrics')).status).toBe(401)
    expect((await call('/v1/conversations', { headers: bearer('r-secret') })).status).toBe(200)
    expect((await say('ann', 'x', { headers: bearer('r-secret') })).body).toEqual(error('forbidden'))
    expect((await say('ann', 'x', { headers: bearer('w-secret') })).status).toBe(200)
    const remove = { method: 'DELETE', headers: bearer('w-secret') }
    expect((await call('/v1/conversations/ann', remove)).status).toBe(403)
    expect((await call('/v1/conversations/ann', { ...remove, headers: bearer('a-secret') })).status).toBe(204)
  })

  test('whoever tries many is slowed down, and others are not', async () => {
    const { call } = await openDesk({ options: { tokens, limits: { wrongTokensPerMinute: 12 } } })
    const wrong = () => call('/v1/conversations', { headers: bearer('guess') })
    expect([(await wrong()).status, (await wrong()).status, (await wrong()).status]).toEqual([401, 401, 429])
    expect((await call('/v1/conversations', { headers: bearer('r-secret') })).status).toBe(200)
  })

  test('a gateway that others can reach needs one', async () => {
    const { gateway } = await openDesk()
    await expect(gateway.start({ host: '0.0.0.0' })).rejects.toThrow('Without a token')
  })
})

describe('limits', () => {
  test('of a token', async () => {
    const tokens = [{ name: 't', sha256: hashToken('s'), role: 'read' as const, requestsPerMinute: 18 }]
    const { call } = await openDesk({ options: { tokens } })
    const ask = () => call('/v1/conversations', { headers: { authorization: 'Bearer s' } })
    const statuses = [await ask(), await ask(), await ask(), await ask()]
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(Number(statuses[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('of a conversation', async () => {
    const { say } = await openDesk({ options: { limits: { messagesPerMinute: 6 } } })
    expect([(await say('a', 'x')).status, (await say('a', 'x')).status, (await say('b', 'x')).status]).toEqual([
      200, 429, 200,
    ])
  })

  test('of the inbox: nothing is taken while too much waits', async () => {
    const { say, store } = await openDesk({
      behave: () => new Promise(() => {}),
      options: { limits: { maxWaiting: 1 } },
    })
    expect((await say('a', 'x', { query: '' })).status).toBe(202)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const refused = await say('b', 'x', { query: '' })
    expect(refused).toMatchObject({ status: 503, body: error('backlogged') })
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await store.inbox.backlog()).toMatchObject({ waiting: 1 })
  })
})

describe('pages in a browser', () => {
  const tokens = [{ name: 'boss', sha256: hashToken('s'), role: 'admin' as const }]
  const authorization = 'Bearer s'

  test.each<[string, Record<string, string>, number]>([
    ['of another site, by its browser', { origin: 'https://example.com', 'sec-fetch-site': 'cross-site' }, 403],
    ['of another site, by its origin', { origin: 'https://example.com' }, 403],
    ['of nowhere', { origin: 'null' }, 403],
    ['of this site, by its browser', { origin: 'https://gateway.example', 'sec-fetch-site': 'same-origin' }, 200],
    ['of this site, by its origin', { origin: 'http://here' }, 200],
    ['there is none', {}, 200],
  ])('%s', async (_, headers, status) => {
    const desk = await openDesk({ options: { tokens } })
    const lines = Object.entries({ host: 'here', authorization, connection: 'close', ...headers })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    expect(await sendRaw(desk, `GET /v1/conversations HTTP/1.1\r\n${head}\r\n`)).toContain(` ${status} `)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'cannot post %s, which needs no leave of the server',
    async (type) => {
      for (const options of [{}, { tokens }]) {
        const { say, call, store } = await openDesk({ options })
        const headers = { authorization, 'content-type': type }
        expect((await say('ann', 'x', { headers })).status).toBe(415)
        const command = { method: 'POST', headers, body: '{"command":"/undo"}' }
        expect((await call('/v1/conversations/ann/commands', command)).status).toBe(415)
        expect(await store.inbox.backlog()).toEqual({ waiting: 0 })
      }
    },
  )

  test('get no leave to ask from elsewhere', async () => {
    const { call } = await openDesk({ options: { tokens } })
    const headers = { origin: 'https://example.com', 'access-control-request-method': 'POST' }
    const asked = await call('/v1/conversations/ann/messages', { method: 'OPTIONS', headers })
    expect(asked.status).toBeGreaterThanOrEqual(400)
    expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})
