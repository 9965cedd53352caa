import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { entryId } from '@palimpsest/core/log'
import { conversationId } from '@palimpsest/core/store'
import { createSqliteStore } from '@palimpsest/stores/sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { judgePlatform } from './check-platform.ts'
import type { DoctorCheck } from './doctor-check.ts'
import { createHomeDesk, type HomeDesk } from './home-desk.arbitrary.ts'

const token = '123456:nobody-may-see-this'
const secrets = [token, 'a-secret-of-slack', 'a-short-secret']

async function examined(desk: HomeDesk, env: Readonly<Record<string, string>> = {}) {
  const { out, err } = await desk.run(['doctor', '--json'], env)
  for (const secret of secrets) expect(out + err).not.toContain(secret)
  const { checks } = JSON.parse(out) as { readonly checks: readonly DoctorCheck[] }
  return (name: string) => checks.find((each) => each.name === name)
}

/** A platform that knows one key, in the path as Telegram has it or in a header as Slack has it. */
async function servePlatform(): Promise<string> {
  const server = createServer(({ url = '', headers }, response) => {
    const isKnown = url === `/bot${token}/getMe` || headers.authorization === `Bearer ${token}`
    response.writeHead(isKnown || url === '/auth.test' ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ok: isKnown }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('who may use it', () => {
  test('this machine, or whoever has a token', async () => {
    const desk = createHomeDesk()
    expect((await examined(desk))('gateway')).toEqual({
      name: 'gateway',
      state: 'ok',
      message: 'HTTP is served to this machine only, without a token',
    })
    await desk.run(['gateway', 'token', 'add', 'phone'])
    const both = await examined(desk, { PALIMPSEST_TOKEN: 'a-secret-of-slack-that-is-long' })
    expect(both('gateway')?.message).toBe('HTTP is served to whoever has a token: PALIMPSEST_TOKEN and 1 token')
    await desk.run(['gateway', 'token', 'remove', 'phone'])
    expect((await examined(desk))('gateway')).toMatchObject({ state: 'warn', message: expect.stringMatching('nobody') })
  })

  test('a short token is a warning', async () => {
    const check = await examined(createHomeDesk(), { PALIMPSEST_TOKEN: 'a-short-secret' })
    expect(check('gateway')).toMatchObject({ state: 'warn', remedy: expect.stringContaining('openssl rand') })
  })
})

describe('platforms', () => {
  test('nothing is said about one that nobody set up', async () => {
    const check = await examined(createHomeDesk())
    for (const name of ['telegram', 'slack', 'discord', 'inbox', 'outbox']) expect(check(name)).toBeUndefined()
  })

  test.each<[string, string, Readonly<Record<string, string>>, readonly [string, string]]>([
    ['slack', '', { SLACK_BOT_TOKEN: token }, ['fail', 'SLACK_SIGNING_SECRET is missing']],
    ['slack', '', { SLACK_SIGNING_SECRET: 'x' }, ['fail', 'SLACK_BOT_TOKEN is missing']],
    ['telegram', 'mode: webhook', { TELEGRAM_BOT_TOKEN: token }, ['fail', 'every webhook is refused']],
    ['telegram', '', { TELEGRAM_SECRET_TOKEN: 'x' }, ['fail', 'TELEGRAM_BOT_TOKEN is missing']],
    ['telegram', '', { TELEGRAM_BOT_TOKEN: `${token}\n` }, ['fail', 'holds blanks']],
    ['telegram', 'allow: ["7"]', {}, ['warn', 'TELEGRAM_BOT_TOKEN is not set here']],
  ])('half set up: %s %s %j', async (name, setting, env, [state, message]) => {
    const desk = createHomeDesk()
    if (setting !== '') desk.write('config.yaml', `gateway:\n  ${name}:\n    ${setting}\n`)
    expect((await examined(desk, env))(name)).toMatchObject({ state, message: expect.stringContaining(message) })
  })

  test.each(['telegram', 'slack'])('%s is asked whether it knows the key', async (name) => {
    const url = await servePlatform()
    const desk = createHomeDesk()
    const at = { TELEGRAM_API_ROOT: url, SLACK_API_URL: `${url}/`, SLACK_SIGNING_SECRET: 'a-secret-of-slack' }
    const variable = `${name.toUpperCase()}_BOT_TOKEN`
    const checked = async (key: string, allow?: string) => {
      if (allow !== undefined) desk.write('config.yaml', `gateway:\n  ${name}:\n    allow: ${allow}\n`)
      return (await examined(desk, { ...at, [variable]: key }))(name)
    }
    expect(await checked(token)).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('nobody is answered'),
    })
    expect(await checked(token, '["*"]')).toMatchObject({ state: 'warn', message: expect.stringContaining('whoever') })
    expect(await checked(token, '["7", "8"]')).toMatchObject({ state: 'ok', message: expect.stringContaining('2 may') })
    expect(await checked('wrong')).toMatchObject({ state: 'fail', remedy: `Put a valid token into ${variable}.` })
  })

  test.each(['http://127.0.0.1:1', 'nowhere', 'http://me:a-short-secret@127.0.0.1:1'])(
    'one that is not at %s is told without its key',
    async (root) => {
      const check = await examined(createHomeDesk(), { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_ROOT: root })
      expect(check('telegram')).toMatchObject({ state: 'fail', remedy: expect.stringContaining('network') })
    },
  )

  test.each([
    [{ status: 200, body: { id: '1' } }, 'ok'],
    [{ status: 401, body: { message: '401: Unauthorized' } }, 'fail'],
    [{ status: 429, body: { ok: false } }, 'warn'],
    [{ status: 503, body: undefined }, 'warn'],
    [{ status: 302, body: undefined }, 'warn'],
  ])('an answer of %j is %s', (answer, state) => {
    const asked = { kind: 'answered', base: 'https://platform.example', ...answer } as const
    const setup = { allow: ['7'], variable: 'DISCORD_BOT_TOKEN' }
    expect(judgePlatform('discord', setup, asked).state).toBe(state)
  })
})

test('what waits for long is told', async () => {
  const desk = createHomeDesk()
  const store = await createSqliteStore({ path: join(desk.home, 'state.db') })
  const at = Date.now() - 3 * 3_600_000
  const about = { conversation: conversationId('ann'), body: {}, at }
  await store.inbox.put([{ ...about, entry: entryId('e1'), source: 's1' }])
  await store.outbox.add([
    { ...about, key: 'k1', channel: 'telegram', thread: '7' },
    { ...about, key: 'k2', channel: 'telegram', thread: '7', at: Date.now() },
  ])
  await store.end()
  const check = await examined(desk)
  expect(check('inbox')).toMatchObject({
    state: 'warn',
    message: 'messages that want an answer: 1 waiting, the oldest for 3 hours',
  })
  expect(check('outbox')).toMatchObject({
    state: 'warn',
    message: 'pieces of answers to be delivered: 2 waiting, the oldest for 3 hours',
  })
})
