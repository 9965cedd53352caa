import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { conversationId } from '@palimpsest/core/store'
import { createSqliteStore } from '@palimpsest/stores/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { discordToken, startFakeDiscord } from './fake-discord.arbitrary.ts'

/** A process that keeps what it hears, and its place in the stream of events, in a store; as the gateway does. */
const listener = `
import { createDiscordChannel } from '@palimpsest/gateway/discord'
import { createSqliteStore } from '@palimpsest/stores/sqlite'
const [token, api, path] = process.argv.slice(1)
const store = await createSqliteStore({ path })
const channel = createDiscordChannel({
  token,
  api,
  loadSession: () => store.state.get('discord', 'session'),
  saveSession: (session) => store.state.set('discord', 'session', session),
})
await channel.start(async (inbound) => {
  await store.inbox.put(inbound.map(({ source, text }) => ({
    entry: source.replaceAll(':', '-'), conversation: 'chat', source, body: { text }, at: 1,
  })))
  console.log('kept')
})
`

test('a process that is killed again and again loses nothing and keeps nothing twice', async () => {
  const discord = await startFakeDiscord()
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-discord-'))
  const path = join(folder, 'state.db')
  let child: ChildProcess | undefined
  onTestFinished(async () => {
    child?.kill('SIGKILL')
    await discord.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  let said = 0
  const speak = () => discord.say(`word ${said++}`)
  for (let round = 0; round < 4; round++) {
    child = spawn(process.execPath, ['--input-type=module', '-e', listener, discordToken, discord.url, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const heard = new Promise((resolve) => child?.stdout?.once('data', resolve))
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    const connected = discord.identifies.length + discord.resumes.length
    while (discord.identifies.length + discord.resumes.length === connected && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setTimeout(resolve, 20))
    for (let n = 0; n < 5; n++) speak()
    await heard
    // Some of it is kept, some is on its way, and some is said while nobody listens.
    for (let n = 0; n < 5; n++) speak()
    if (round < 3) child.kill('SIGKILL')
    if (round < 3) await ended
    if (round < 3) for (let n = 0; n < 5; n++) speak()
  }
  const store = await createSqliteStore({ path })
  onTestFinished(() => store.end())
  while ((await store.inbox.backlog()).waiting < said) await new Promise((resolve) => setTimeout(resolve, 20))
  child?.kill('SIGKILL')
  const lane = (await store.inbox.take(conversationId('chat'), 'test', 60_000)) ?? expect.unreachable()
  const texts: unknown[] = []
  for (let next = await store.inbox.next(lane); next; next = await store.inbox.next(lane)) {
    texts.push(next.body.text)
    await store.inbox.done(lane, next.no)
  }
  expect(texts).toEqual(Array.from({ length: said }, (_, n) => `word ${n}`))
  expect(discord.identifies).toHaveLength(1)
  expect(discord.resumes).toHaveLength(3)
}, 60_000)
