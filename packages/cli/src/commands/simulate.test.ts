import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { estimateText } from '@palimpsest/core/tokens'
import OpenAI from 'openai'
import { afterAll, expect, test, vi } from 'vitest'
import { runCommandLine } from '../run-command-line.ts'
import type { Io } from '../terminal/io.ts'
import { binary } from '../testing/binary.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-simulate-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

/** The command, running in this process until it is stopped. */
function begin(...args: readonly string[]) {
  const said = { out: '', err: '' }
  const interrupt = new AbortController()
  const io: Io = {
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    },
    stdin: (async function* () {})(),
    env: { NO_COLOR: '1' },
    isTerminal: false,
    columns: 80,
    showsProgress: false,
    canAsk: false,
    interrupted: interrupt.signal,
  }
  const ended = runCommandLine(['simulate', ...args], io)
  return {
    said,
    ended,
    url: () => vi.waitFor(() => urlIn(said.out + said.err), { timeout: 10_000 }),
    stop: () => {
      interrupt.abort()
      return ended
    },
  }
}

function urlIn(text: string): string {
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
  if (url === undefined) throw new Error('no address yet')
  return url
}

const claude = async (baseURL: string) =>
  new Anthropic({ baseURL, apiKey: 'any', authToken: null, maxRetries: 0 }).messages.create({
    model: 'claude-sonnet-5',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'Hello.' }],
  })
const gpt = async (url: string) =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey: 'any', maxRetries: 0 }).chat.completions.create({
    model: 'gpt-4.1',
    messages: [{ role: 'user', content: 'Hello.' }],
  })

/** Four tokens stand around every message. */
const hello = 4 + estimateText('Hello.')
const one = estimateText('One.')
const price = (input: number, output: number) => ((hello * input + one * output) / 1_000_000).toFixed(6)

test('it says how to reach it, tells each call on a line and ends with the bill', async () => {
  const script = file('script.json', '["One.", { "text": "Two." }]')
  const faults = file('faults.json', '[{ "onCall": 2, "kind": "overloaded" }]')
  const running = begin('--model-script', script, '--inject', faults)
  const url = await running.url()
  expect((await claude(url)).content).toMatchObject([{ text: 'One.' }])
  await expect(claude(url)).rejects.toThrow('Overloaded')
  expect((await gpt(url)).choices[0]?.message.content).toBe('Two.')
  expect(await running.stop()).toBe(0)
  const { out, err } = running.said
  expect(out).toContain(`ANTHROPIC_BASE_URL=${url} `)
  expect(out).toContain(`OPENAI_BASE_URL=${url}/v1 `)
  expect(err.trimEnd().split('\n')).toEqual([
    `1  POST /v1/messages  claude-sonnet-5  ${hello} in (0 cached, 0 written), ${one} out  $${price(2, 10)}  200`,
    '2  POST /v1/messages  claude-sonnet-5  529  overloaded_error: Overloaded',
    `3  POST /v1/chat/completions  gpt-4.1  ${hello} in (0 cached, 0 written), ${one} out  $${price(2, 8)}  200`,
  ])
  const sum = (2 * hello * 2 + one * (10 + 8)) / 1_000_000
  expect(out).toContain(`3 calls, 1 refused: ${2 * hello} in (0 cached, 0 written), ${2 * one} out; $${sum.toFixed(6)}`)
  await expect(claude(url)).rejects.toThrow('Connection error')
})

test('--json prints one document, and only at the end', async () => {
  const running = begin('--json')
  const url = await running.url()
  await claude(url)
  expect(running.said.out).toBe('')
  expect(await running.stop()).toBe(0)
  expect(JSON.parse(running.said.out)).toMatchObject({
    url,
    calls: [{ n: 1, model: 'claude-sonnet-5', status: 200, usage: { input: hello }, costUsd: expect.any(Number) }],
    totals: { calls: 1, refused: 0, input: hello, cacheRead: 0 },
  })
})

test('its clock can be put forward, so that a cache expires without waiting', async () => {
  const running = begin()
  const url = await running.url()
  const client = new Anthropic({ baseURL: url, apiKey: 'any', authToken: null, maxRetries: 0 })
  const read = async (ttl: '5m' | '1h') => {
    const cache_control = { type: 'ephemeral' as const, ttl }
    const { usage } = await client.messages.create({
      model: 'claude-sonnet-5',
      max_tokens: 100,
      system: [{ type: 'text', text: 'Obey the rules. '.repeat(1_000), cache_control }],
      messages: [{ role: 'user', content: 'Hello.' }],
    })
    return usage.cache_read_input_tokens ?? 0
  }
  const advance = () => fetch(`${url}/simulate/advance?by=6m`, { method: 'POST' })
  expect(await read('5m')).toBe(0)
  expect(await read('5m')).toBeGreaterThan(1_024)
  await advance()
  expect(await read('1h')).toBe(0)
  await advance()
  expect(await read('1h')).toBeGreaterThan(1_024)
  expect(await running.stop()).toBe(0)
  expect(running.said.out).toContain(`${url}/simulate/advance?by=6m`)
  expect(running.said.err).toContain('\nclock put forward by 360 s\n')
})

test('where a reply takes its time, those who ask at the same time all write, and whoever asks after it reads', async () => {
  const running = begin('--reply-after-ms', '300')
  const client = new Anthropic({ baseURL: await running.url(), apiKey: 'any', authToken: null, maxRetries: 0 })
  const read = async () => {
    const { usage } = await client.messages.create({
      model: 'claude-sonnet-5',
      max_tokens: 100,
      cache_control: { type: 'ephemeral' },
      messages: [{ role: 'user', content: 'Obey the rules. '.repeat(1_000) }],
    })
    return usage.cache_read_input_tokens ?? 0
  }
  expect(await Promise.all([read(), read(), read()])).toEqual([0, 0, 0])
  expect(await read()).toBeGreaterThan(1_024)
  expect(await running.stop()).toBe(0)
})

test.each([[[]], [['--format', 'openai-chat']]])('it replays a transcript, read as told %j', async (told) => {
  const transcript = [
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: 'Gone.' },
  ]
  const running = begin('--replay', file('session.json', JSON.stringify(transcript)), ...told)
  expect((await claude(await running.url())).content).toMatchObject([{ text: 'Gone.' }])
  expect(await running.stop()).toBe(0)
})

test.each([
  ['a script that is no JSON', ['--model-script', file('broken.json', '[')], 'broken.json is not JSON', 2],
  ['a script with a wrong reply', ['--model-script', file('wrong.json', '[1]')], 'wrong.json: script[0]: expected', 2],
  ['an unknown fault', ['--inject', file('rain.json', '[{"kind":"rain"}]')], 'rain.json: inject[0].kind: expected', 2],
  ['a file that is not there', ['--inject', join(folder, 'none.json')], 'none.json does not exist', 2],
  ['a port that is none', ['--port', '65536'], 'Expected a port up to 65535', 2],
  ['a reply that nobody waits for', ['--reply-after-ms', '3600001'], 'Expected milliseconds up to 3600000', 2],
  ['two models', ['--replay', 'a', '--model-script', 'b'], 'cannot be used with', 2],
])('%s is told with the place and ends it', async (_, args, words, code) => {
  const running = begin(...args)
  expect(await running.ended).toBe(code)
  expect(running.said.err).toContain(words)
  expect(running.said.out).toBe('')
})

test('a port that is taken is told', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const running = begin('--port', String(port))
  expect(await running.ended).toBe(1)
  expect(running.said.err).toContain(`--port: ${port} is already in use`)
  other.close()
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('the real command ends on %s with its bill and %i', async (signal, exitCode) => {
  const child = spawn(process.execPath, [binary, 'simulate', '--json'])
  const said = { out: '', err: '' }
  child.stdout.on('data', (text) => {
    said.out += text
  })
  child.stderr.on('data', (text) => {
    said.err += text
  })
  const code = new Promise((resolve) => child.on('exit', resolve))
  const url = await vi.waitFor(() => urlIn(said.err), { timeout: 30_000 })
  await claude(url)
  child.kill(signal)
  expect(await code).toBe(exitCode)
  expect(JSON.parse(said.out)).toMatchObject({ totals: { calls: 1 } })
})
