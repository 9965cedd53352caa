import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redact } from '@palimpsest/core/redact'
import type { GatewayStore } from '@palimpsest/core/store'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { createSqliteStore } from '@palimpsest/stores/sqlite'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { closeDesks, type GatewayDesk, openDesk, post, until } from '../gateway-desk.arbitrary.ts'
import { createKnownCallers } from './known-callers.ts'
import { createTokenBook, isTokenName } from './token-book.ts'
import { hashToken, type TokenRole } from './tokens.ts'

afterEach(closeDesks)

/** These tests are refused often. */
const options = { limits: { wrongTokensPerMinute: 1_000_000, requestsPerMinute: 1_000_000 } }

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

async function add({ state }: GatewayStore, name: string, role: TokenRole = 'admin'): Promise<string> {
  const secret = await createTokenBook(state).add({ name, role, at: 1 })
  if (secret === undefined) throw new Error('The name is taken.')
  return secret
}

function statusWith({ call }: GatewayDesk, secret: string, path = '/v1/conversations'): () => Promise<number> {
  return async () => (await call(path, secret === '' ? {} : { headers: bearer(secret) })).status
}

test('a secret is told once, is known to redact, and is not in the store', async () => {
  const store = createMemoryStore()
  const secret = await add(store, 'ann', 'write')
  expect(secret).toMatch(/^palimpsest_[\w-]{43}$/)
  expect(redact(`my token is ${secret}.`).text).not.toContain(secret)
  const book = createTokenBook(store.state)
  expect(JSON.stringify(await store.state.all('gateway/tokens'))).not.toContain(secret.slice(11))
  expect(await book.read()).toEqual({
    tokens: [{ name: 'ann', role: 'write', at: 1, sha256: hashToken(secret) }],
    isClosed: true,
  })
  expect(await book.add({ name: 'ann', role: 'read', at: 2 })).toBeUndefined()
  expect([await book.remove('ben'), await book.remove('*'), await book.open()]).toEqual([false, false, false])
  expect([await book.remove('ann'), (await book.read()).isClosed]).toEqual([true, true])
  expect([await book.open(), (await book.read()).isClosed]).toEqual([true, false])
})

test.each(['ann', 'ci-2', 'A.b_c', 'a'.repeat(40)])('a token may be called %s', (name) => {
  expect(isTokenName(name)).toBe(true)
})

test.each(['', '*', 'Owner', 'local', 'nobody', 'telegram:1', 'a b', '__proto__', '-x', 'a'.repeat(41)])(
  'a token may not be called "%s"',
  (name) => {
    expect(isTokenName(name)).toBe(false)
  },
)

describe('who is known', () => {
  const fixed = [{ name: 'owner', sha256: hashToken('o'), role: 'admin' as const }]
  const ann = { name: 'ann', sha256: hashToken('a'), role: 'read' as const, at: 1 }

  test('is asked every two seconds, and kept while the store is down', async () => {
    let [at, reads, isDown] = [0, 0, false]
    const read = async () => {
      reads++
      if (isDown) throw new Error('The store is down.')
      return { tokens: [ann], isClosed: true }
    }
    const callers = createKnownCallers({ fixed, read, now: () => at })
    const names = async () => (await callers()).tokens.map(({ name }) => name)
    expect(await Promise.all([names(), names()])).toEqual([
      ['owner', 'ann'],
      ['owner', 'ann'],
    ])
    at = 1_999
    await names()
    expect(reads).toBe(1)
    isDown = true
    at = 2_000
    expect([await names(), await names()]).toEqual([
      ['owner', 'ann'],
      ['owner', 'ann'],
    ])
    expect(reads).toBe(2)
  })

  test('lets nobody in before it was told once', async () => {
    let isDown = true
    const read = async () => {
      if (isDown) throw new Error('The store is down.')
      return { tokens: [], isClosed: false }
    }
    const callers = createKnownCallers({ fixed: [], read, now: () => 0 })
    await expect(callers()).rejects.toThrow('down')
    isDown = false
    expect(await callers()).toEqual({ tokens: [], isClosed: false })
  })

  test('an answer that was overtaken brings nobody back', async () => {
    let at = 0
    const answers: ((tokens: readonly (typeof ann)[]) => void)[] = []
    const read = () =>
      new Promise<{ tokens: readonly (typeof ann)[]; isClosed: boolean }>((resolve) => {
        answers.push((tokens) => resolve({ tokens, isClosed: true }))
      })
    const callers = createKnownCallers({ fixed: [], read, now: () => at })
    const first = callers()
    at = 2_000
    const second = callers()
    answers[1]?.([])
    await second
    answers[0]?.([ann])
    await first
    expect((await callers()).tokens).toEqual([])
  })
})

describe('a gateway that runs', () => {
  /** The gateway and whoever gives out tokens have the file open, each for themselves, as two processes do. */
  async function openShared() {
    const folder = mkdtempSync(join(tmpdir(), 'palimpsest-access-'))
    const path = join(folder, 'state.db')
    const [store, other] = [await createSqliteStore({ path }), await createSqliteStore({ path })]
    onTestFinished(async () => {
      await closeDesks()
      await Promise.all([store.end(), other.end()])
      rmSync(folder, { recursive: true })
    })
    return { desk: await openDesk({ store, options }), other }
  }

  test('takes a new token, refuses a removed one, and is not opened by that', { timeout: 30_000 }, async () => {
    const { desk, other } = await openShared()
    const book = createTokenBook(other.state)
    expect(await statusWith(desk, '')()).toBe(200)
    const secret = await add(other, 'ann', 'read')
    await until(async () => (await statusWith(desk, '')()) === 401)
    expect(await statusWith(desk, secret)()).toBe(200)
    const second = await add(other, 'ben', 'read')
    await until(async () => (await statusWith(desk, second)()) === 200)
    await book.remove('ann')
    await book.remove('ben')
    await until(async () => (await statusWith(desk, secret)()) === 401)
    expect([await statusWith(desk, second)(), await statusWith(desk, '')()]).toEqual([401, 401])
    await book.open()
    await until(async () => (await statusWith(desk, '')()) === 200)
  })

  test('ends the streams of whoever is out', { timeout: 30_000 }, async () => {
    const { desk, other } = await openShared()
    const headers = bearer(await add(other, 'ann', 'read'))
    await until(async () => (await desk.call('/v1/conversations', { headers })).status === 200)
    const stream = await fetch(`${desk.url}/v1/conversations/ann/events`, { headers })
    const heard = stream.text()
    await createTokenBook(other.state).remove('ann')
    expect(await heard).toContain('event: bye\ndata: {"reason":"The token is not valid any more."}')
  })

  test('may be reached from elsewhere once there was a token, and then never without one', async () => {
    const store = createMemoryStore()
    const secret = await add(store, 'ann', 'read')
    const desk = await openDesk({ store, options })
    const { port } = await (await openAnother(store)).start({ host: '0.0.0.0' })
    const at = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/v1/conversations`, { headers })
    expect([(await at(bearer(secret))).status, (await at({})).status]).toEqual([200, 401])
    await createTokenBook(store.state).remove('ann')
    await createTokenBook(store.state).open()
    await until(async () => (await statusWith(desk, '')()) === 200)
    await until(async () => (await at(bearer(secret))).status === 401)
    expect((await at({})).status).toBe(401)
  })
})

describe('roles', () => {
  interface Described {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security?: unknown }>>>>
  }

  /** What each route needs, written down once more: a route that is added must be decided on here. */
  const needed: Readonly<Record<string, TokenRole>> = {
    'get /metrics': 'read',
    'get /v1/search': 'read',
    'get /v1/audit': 'admin',
    'get /v1/conversations': 'read',
    'get /v1/conversations/{id}': 'read',
    'get /v1/conversations/{id}/view': 'read',
    'get /v1/conversations/{id}/receipts': 'read',
    'get /v1/conversations/{id}/usage': 'read',
    'get /v1/conversations/{id}/messages': 'read',
    'get /v1/conversations/{id}/events': 'read',
    'post /v1/conversations/{id}/messages': 'write',
    'post /v1/conversations/{id}/commands': 'write',
    'delete /v1/conversations/{id}': 'admin',
  }

  test('are asked for by every route', async () => {
    const store = createMemoryStore()
    const ranks: readonly TokenRole[] = ['read', 'write', 'admin']
    const secrets = await Promise.all(ranks.map((role) => add(store, role, role)))
    const { call } = await openDesk({ store, options })
    const { paths } = (await call('/openapi.json')).body as Described
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((each) => `${each} ${path}`),
    )
    expect(routes.toSorted()).toEqual([...Object.keys(needed), 'get /healthz'].toSorted())
    for (const [route, role] of Object.entries(needed)) {
      const [method = '', path = ''] = route.split(' ')
      // What is no request at all is refused only after the role was looked at.
      const init = { method: method.toUpperCase() }
      const ask = (headers: Record<string, string>) => call(path.replace('{id}', 'no%20id'), { ...init, headers })
      expect((await ask({})).status, route).toBe(401)
      for (const [i, secret] of secrets.entries()) {
        const { status } = await ask(bearer(secret))
        expect(status === 403, `${route} as ${ranks[i]}`).toBe(i < ranks.indexOf(role))
        expect(status).not.toBe(401)
      }
    }
  })
})

describe('the audit', () => {
  test('names who asked, before it is done, once, and outlives the conversation', async () => {
    const store = createMemoryStore()
    const [writer, boss] = [await add(store, 'writer', 'write'), await add(store, 'boss')]
    const { call, say, agents } = await openDesk({ store, options })
    await say('ann', 'one', { headers: bearer(writer) })
    const command = (text: string) => call('/v1/conversations/ann/commands', post({ command: text }, bearer(writer)))
    await command('/compress')
    await command('/usage')
    await command('/undo')
    expect(agents.journal).toContain('command ann /usage')
    const remove = { method: 'DELETE', headers: bearer(boss) }
    await until(async () => (await call('/v1/conversations/ann', remove)).status === 204)
    const read = (query = '') => call(`/v1/audit${query}`, { headers: bearer(boss) })
    const at = expect.any(Number)
    const lines = [
      { at, by: 'boss', action: 'delete', conversation: 'ann' },
      { at, by: 'writer', action: 'undo', conversation: 'ann' },
      { at, by: 'writer', action: 'compact', conversation: 'ann' },
    ]
    expect((await read()).body).toEqual({ lines })
    expect((await read('?limit=1')).body).toEqual({ lines: lines.slice(0, 1) })
    expect((await read('?limit=0')).status).toBe(400)
  })
})

async function openAnother(store: GatewayStore) {
  const { gateway } = await openDesk({ store, options })
  return gateway
}
