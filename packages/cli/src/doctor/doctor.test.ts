import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createSimulator } from '@palimpsest/simulator/server'
import { createSqliteStore } from '@palimpsest/stores/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '../compose.ts'
import { checkKey } from './check-key.ts'
import { checkModel } from './check-model.ts'
import { checkNode } from './check-node.ts'
import type { DoctorCheck } from './doctor-check.ts'
import { createHomeDesk, type HomeDesk } from './home-desk.arbitrary.ts'

const key = 'a-key-that-nobody-may-see'

async function examined(desk: HomeDesk, env: Readonly<Record<string, string>> = {}) {
  const { code, out, err } = await desk.run(['doctor', '--json'], { ANTHROPIC_API_KEY: key, ...env })
  expect(out + err).not.toContain(key)
  const { checks } = JSON.parse(out) as { readonly checks: readonly DoctorCheck[] }
  return { code, check: (name: string) => checks.find((each) => each.name === name), checks }
}

interface Served {
  readonly status?: number
  readonly models?: readonly object[]
  readonly detail?: string
}

/** A server that has these models, or answers with this status. */
async function serve(answer: Served): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', location: '/elsewhere' })
    response.end(JSON.stringify({ data: answer.models ?? [], detail: answer.detail }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('where all is well every line is ok and the exit code is 0', async () => {
  const simulator = await startSimulator({})
  onTestFinished(() => simulator.close())
  const desk = createHomeDesk()
  desk.write('config.yaml', `model:\n  name: claude-sonnet-5\n  base_url: ${simulator.url}\n`)
  const store = await createSqliteStore({ path: join(desk.home, 'state.db') })
  await store.end()
  const { code, checks, check } = await examined(desk)
  expect(checks.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(code).toBe(0)
  expect(checks.map(({ name }) => name)).toEqual([
    'node',
    'settings',
    'key',
    'model',
    'window',
    'server',
    'summaries',
    'engine',
    'database',
    'gateway',
    'disk',
    'privacy',
    'environment',
    'search',
    'terminal',
    'screen',
  ])
  expect(check('key')?.message).toBe('ANTHROPIC_API_KEY is set')
  expect(check('window')?.message).toMatch(/tokens, by the catalogue$/)
  expect(check('database')?.message).toMatch(/opens, can be written, is sound$/)
})

test('without key and model it says which variable and setting to set, and exits with 1', async () => {
  const { code, check } = await examined(createHomeDesk(), { ANTHROPIC_API_KEY: '' })
  expect(code).toBe(1)
  expect(check('key')).toMatchObject({ state: 'fail', remedy: expect.stringContaining('export ANTHROPIC_API_KEY=') })
  expect(check('model')).toMatchObject({ state: 'fail', remedy: expect.stringContaining('config set model.name') })
  expect(check('database')).toMatchObject({ state: 'ok', message: expect.stringContaining('will be made') })
})

test('people read a line for each check, with what to do below', async () => {
  const { code, out, err } = await createHomeDesk().run(['doctor'])
  expect(code).toBe(1)
  expect(out).toMatch(/^ok {4}node {13}\d+\.\d+/m)
  expect(out).toMatch(/^fail {2}model {12}no model is named\n {23}→ Name one: /m)
  expect(err).toMatch(/^error: 2 checks failed\n/)
})

test('a server that is not there, refuses the key, or lacks the model is told with a remedy', async () => {
  const desk = createHomeDesk()
  const serverOf = async (url: string) => {
    desk.write('config.yaml', `model:\n  provider: custom\n  name: mine\n  base_url: ${url}\n`)
    return examined(desk, { PALIMPSEST_API_KEY: key })
  }
  const gone = await serverOf('http://127.0.0.1:59999')
  expect(gone.check('server')).toMatchObject({
    state: 'fail',
    message: expect.stringContaining('nothing listens there'),
  })
  const refused = await serverOf(await serve({ status: 401 }))
  expect(refused.check('server')).toMatchObject({
    state: 'fail',
    remedy: expect.stringContaining('PALIMPSEST_API_KEY'),
  })
  const why = await serverOf(await serve({ status: 403, detail: `${key} may not list\nmodels` }))
  expect(why.check('server')?.message).toMatch(/refuses the key \(403\): \[REDACTED\] may not list models$/)
  const moved = await serverOf(await serve({ status: 302 }))
  expect(moved.check('server')).toMatchObject({ state: 'warn' })
  const other = await serverOf(await serve({ models: [{ id: 'another' }] }))
  expect(other.check('server')).toMatchObject({ state: 'warn', message: expect.stringContaining('does not list mine') })
  expect(other.check('window')).toMatchObject({ state: 'warn', message: expect.stringContaining('128,000') })
  const there = await serverOf(await serve({ models: [{ id: 'mine', max_model_len: 32_768 }] }))
  expect(there.check('server')?.state).toBe('ok')
  expect(there.check('window')?.message).toBe('32,768 tokens, by the server')
  expect(there.check('model')?.state).toBe('warn')
})

test('a window that the provider corrected is told as it is used, until another one is set', async () => {
  const simulator = await createSimulator({ models: [{ id: 'mine', contextTokens: 12_000 }] })
  onTestFinished(() => simulator.close())
  const desk = createHomeDesk()
  const env = { PALIMPSEST_API_KEY: key }
  const windowWith = async (tokens: number) => {
    const model = `  provider: custom\n  name: mine\n  base_url: ${simulator.url}/v1\n  context_length: ${tokens}\n`
    desk.write('config.yaml', `model:\n${model}`)
    return (await examined(desk, env)).check('window')
  }
  expect(await windowWith(64_000)).toMatchObject({ state: 'ok' })
  await desk.run(['run', '--yes', `Look: ${'one two three '.repeat(5_000)}`], env)
  expect(simulator.calls.some(({ status }) => status === 400)).toBe(true)
  expect(await windowWith(64_000)).toMatchObject({
    state: 'warn',
    message: '12,000 tokens are used, as the provider stated, not 64,000 tokens by model.context_length',
  })
  expect(await windowWith(128_000)).toMatchObject({ state: 'ok', message: '128,000 tokens, by model.context_length' })
})

test('the fallback is looked at, and who writes summaries', async () => {
  const desk = createHomeDesk()
  const url = await serve({})
  const summaries = 'auxiliary:\n  compression:\n    provider: openrouter\n'
  desk.write(
    'config.yaml',
    `model:\n  fallback: mine\n  fallback_provider: openai\n  fallback_base_url: ${url}\n${summaries}`,
  )
  const { check } = await examined(desk)
  expect(check('fallback key')).toMatchObject({ state: 'fail', message: 'OPENAI_API_KEY is not set' })
  expect(check('fallback model')?.state).toBe('warn')
  expect(check('summaries')).toMatchObject({ state: 'warn', message: expect.stringContaining('OPENROUTER_API_KEY') })
  const set = await examined(desk, { OPENAI_API_KEY: key, OPENROUTER_API_KEY: key })
  expect([set.check('fallback server')?.state, set.check('summaries')?.state]).toEqual(['ok', 'ok'])
})

test('a model of another maker is a warning, unless an address of its own is given', () => {
  const model = { name: 'gpt-6-sol', provider: 'anthropic', base_url: null }
  expect(checkModel('model', model)).toMatchObject({
    state: 'warn',
    message: expect.stringContaining('made by openai'),
  })
  expect(checkModel('model', { ...model, base_url: 'http://localhost' }).state).toBe('ok')
  expect(checkModel('model', { ...model, provider: 'openai-responses' }).state).toBe('ok')
})

test('a fault in the settings, an engine that is missing and a file that is no database are told', async () => {
  const desk = createHomeDesk()
  desk.write('config.yaml', 'compression:\n  threshold: 7\n')
  const faulty = await examined(desk)
  expect(faulty.code).toBe(1)
  expect(faulty.check('settings')).toMatchObject({
    state: 'fail',
    message: expect.stringContaining('config.yaml:2:14'),
  })
  expect(faulty.check('engine')).toBeUndefined()
  desk.write('config.yaml', 'context:\n  engine: nowhere\n')
  desk.write('state.db', 'This is a text, and not at all a database.\n'.repeat(100))
  const { check } = await examined(desk)
  expect(check('engine')).toMatchObject({ state: 'fail', message: expect.stringContaining('nowhere') })
  expect(check('database')?.state).toBe('fail')
})

test('an engine from a plugin folder is really loaded', async () => {
  const desk = createHomeDesk()
  desk.write('config.yaml', 'context:\n  engine: mine\n')
  desk.write('plugins/context_engine/mine/index.mjs', 'throw new Error("half done")')
  const { check } = await examined(desk)
  expect(check('engine')).toMatchObject({ state: 'fail', message: expect.stringContaining('half done') })
})

test('an older spelling is a warning that names the new one', async () => {
  const desk = createHomeDesk()
  desk.write('config.yaml', 'model:\n  cache_ttl: 1h\n')
  expect((await examined(desk)).check('settings')).toMatchObject({
    state: 'warn',
    remedy: 'Write prompt_caching.cache_ttl instead.',
  })
})

test.each([
  ['18.20.0', 'fail'],
  ['20.18.9', 'fail'],
  ['20.19.0', 'ok'],
  ['26.0.0', 'ok'],
])('Node %s is %s', (version, state) => {
  expect(checkNode(version).state).toBe(state)
})

test("a key with a blank in it is a warning, and a server of one's own needs none", () => {
  const variable = 'A_KEY'
  expect(checkKey({ name: 'key', provider: 'openai', variable, value: `${key}\n` })).toMatchObject({ state: 'warn' })
  expect(checkKey({ name: 'key', provider: 'custom', variable, value: undefined }).state).toBe('ok')
})
