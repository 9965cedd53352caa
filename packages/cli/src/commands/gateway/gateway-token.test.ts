import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { createHomeDesk, type HomeDesk } from '../../doctor/home-desk.arbitrary.ts'
import { binary } from '../../testing/binary.ts'

/** An id of a conversation that looks like a key. */
const keyLike = `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`
const secretShape = /^palimpsest_[\w-]{43}\n$/

test('a secret is printed once, alone on standard output, and never again', async () => {
  const desk = createHomeDesk()
  const made = await desk.run(['gateway', 'token', 'add', 'phone'])
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(secretShape) })
  expect(made.err).toContain('needs a token, also on this machine')
  const limited = await desk.run(['gateway', 'token', 'add', 'ci', '--role', 'read', '--per-minute', '60', '--json'])
  expect(JSON.parse(limited.out)).toMatchObject({ name: 'ci', role: 'read', requestsPerMinute: 60 })
  expect(limited.err).not.toContain('From now on')
  const shown = await desk.run(['gateway', 'token', 'list'])
  expect(shown.out).toMatch(/^ci +read +60 +\d{4}-/m)
  expect(shown.out).toMatch(/^phone +write +- +\d{4}-/m)
  const listed = await desk.run(['gateway', 'token', 'list', '--json'])
  expect(JSON.parse(listed.out)).toEqual({
    tokens: [
      { name: 'ci', role: 'read', requestsPerMinute: 60, at: expect.any(Number) },
      { name: 'phone', role: 'write', at: expect.any(Number) },
    ],
    isTokenNeeded: true,
  })
})

test.each([
  ['a name that is taken', ['add', 'phone'], 'there is a token called phone already'],
  ['a name of the gateway itself', ['add', 'owner'], 'a token cannot be called "owner"'],
  ['a role that is none', ['add', 'x', '--role', 'boss'], 'Allowed choices are read, write, admin'],
  ['no number', ['add', 'x', '--per-minute', 'many'], 'Expected a whole number from 1'],
  ['a name that is not there', ['remove', 'phoen'], 'Did you mean phone?'],
  ['opening while there are tokens', ['open'], 'there are tokens, so one is needed'],
])('%s is refused', async (_, args, message) => {
  const desk = createHomeDesk()
  await desk.run(['gateway', 'token', 'add', 'phone'])
  const { code, out, err } = await desk.run(['gateway', 'token', ...args])
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(message)
})

test('removing the last token opens nothing, and opening is said', async () => {
  const desk = createHomeDesk()
  const token = (...args: readonly string[]) => desk.run(['gateway', 'token', ...args])
  await token('add', 'phone')
  expect((await token('remove', 'phone')).err).toContain('It was the last one.')
  expect(JSON.parse((await token('list', '--json')).out)).toEqual({ tokens: [], isTokenNeeded: true })
  expect((await token('open')).code).toBe(0)
  expect(JSON.parse((await token('list', '--json')).out)).toEqual({ tokens: [], isTokenNeeded: false })
})

test('other machines are served only where a token is needed', async () => {
  const { code, err } = await createHomeDesk().run(['gateway', '--host', '0.0.0.0', '--port', '0', '--model', 'x'])
  expect(code).toBe(2)
  expect(err).toContain('palimpsest gateway token add NAME')
})

/** Starts the built command as its own process, and answers with where it listens. */
async function startGateway({ home }: HomeDesk, args: readonly string[] = []): Promise<string> {
  const env = { PATH: process.env.PATH, PALIMPSEST_HOME: home, ANTHROPIC_API_KEY: 'none' }
  const run = [binary, 'gateway', '--port', '0', '--json', '--model', 'claude-sonnet-5', ...args]
  const child = spawn(process.execPath, run, { env, cwd: home, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return (JSON.parse(line) as { url: string }).url
}

async function becomes(ask: () => Promise<Response>, status: number): Promise<void> {
  for (const end = Date.now() + 15_000; (await ask()).status !== status; ) {
    if (Date.now() > end) throw new Error(`It never was ${status}.`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

test('a gateway that runs hears of tokens and writes an audit that can be read', async () => {
  const desk = createHomeDesk()
  const url = await startGateway(desk)
  const ask = (secret: string) => () =>
    fetch(`${url}/v1/audit`, secret === '' ? {} : { headers: { authorization: `Bearer ${secret}` } })
  expect((await ask('')()).status).toBe(200)
  const secret = (await desk.run(['gateway', 'token', 'add', 'boss', '--role', 'admin'])).out.trim()
  await becomes(ask(secret), 200)
  await becomes(ask(''), 401)
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ command: '/compress' })
  await fetch(`${url}/v1/conversations/demo/commands`, { method: 'POST', headers, body })
  const line = { action: 'compact', by: 'boss', conversation: 'demo' }
  expect(await (await ask(secret)()).json()).toMatchObject({ lines: [line] })
  expect(JSON.parse((await desk.run(['gateway', 'audit', '--json'])).out)).toMatchObject({ lines: [line] })
  expect((await desk.run(['gateway', 'audit'])).out).toMatch(/ compact {2}demo {2}by boss\n$/)
  await desk.run(['gateway', 'token', 'remove', 'boss'])
  await becomes(ask(secret), 401)
  expect((await ask('')()).status).toBe(401)
})

test('a gateway that others reach starts with a token of the store alone', async () => {
  const desk = createHomeDesk()
  const secret = (await desk.run(['gateway', 'token', 'add', 'phone', '--role', 'read'])).out.trim()
  const { port } = new URL(await startGateway(desk, ['--host', '0.0.0.0']))
  const at = `http://127.0.0.1:${port}/v1/conversations`
  expect((await fetch(at)).status).toBe(401)
  expect((await fetch(at, { headers: { authorization: `Bearer ${secret}` } })).status).toBe(200)
})

test('a start tells how to ask with the token, without telling it, and warns of one that is short', async () => {
  const { home } = createHomeDesk()
  const start = async (token: string) => {
    const env = { PATH: process.env.PATH, PALIMPSEST_HOME: home, ANTHROPIC_API_KEY: 'none', PALIMPSEST_TOKEN: token }
    const run = [binary, 'gateway', '--port', '0', '--model', 'claude-sonnet-5']
    const child = spawn(process.execPath, run, { env, cwd: home, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = { out: '', err: '' }
    child.stdout.on('data', (text) => (said.out += text))
    child.stderr.on('data', (text) => (said.err += text))
    const closed = once(child, 'close')
    while (!said.out.includes('openapi.json') && child.exitCode === null) await new Promise((go) => setTimeout(go, 20))
    const [, url = ''] = /at (http\S+);/.exec(said.out) ?? []
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ command: '/compress' })
    await fetch(`${url}/v1/conversations/${keyLike}/commands`, { method: 'POST', headers, body })
    child.kill('SIGTERM')
    await closed
    return said
  }
  const short = await start('tiny-1')
  expect(short.out).toContain('-H "authorization: Bearer $PALIMPSEST_TOKEN"')
  expect(short.err).toContain('PALIMPSEST_TOKEN has fewer than 16 characters')
  const long = await start('long-enough-to-be-a-token')
  expect(long.err).not.toContain('PALIMPSEST_TOKEN')
  expect(long.err).toContain('owner: compact in')
  expect(JSON.stringify([short, long])).not.toMatch(/tiny-1|long-enough/)
  expect(JSON.stringify([short, long])).not.toContain(keyLike)
})
