import { messageIdentity } from '@palimpsest/core/message'
import { createPostgresStore } from '@palimpsest/stores/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createContext } from '../create-context.ts'
import { anthropicHost as host, words } from '../host.arbitrary.ts'
import { loadLines } from '../lines/load-lines.ts'
import { readHistory } from '../wire/read-history.ts'
import type { ContextEvent } from './context-options.ts'

interface ServerModule {
  whyNoServer(): Promise<string | undefined>
  startServer(): Promise<{ readonly url: string; stop(): Promise<void> }>
}

const file = new URL('../../../../bench/campaign/postgres-server.mjs', import.meta.url)
const { whyNoServer, startServer } = (await import(/* @vite-ignore */ file.href)) as ServerModule
const reason = await whyNoServer()

describe.skipIf(reason !== undefined)('PostgreSQL as a store', () => {
  let server: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    server = await startServer()
  }, 60_000)
  afterAll(() => server?.stop(), 60_000)

  test('two programs go on with one conversation in turns, beyond its window, and each word is there once', async () => {
    const events: ContextEvent[] = []
    const options = { store: server.url, contextLength: 12_000, onEvent: (event: ContextEvent) => events.push(event) }
    const programs = [await createContext(options), await createContext(options)]
    const history: object[] = [host.user('Read all files.')]
    for (let step = 0; step < 16; step++) {
      const chat = programs[step % 2]?.conversation('c')
      const prepared = await chat?.prepare(host.body([...history]))
      expect(host.faults(prepared?.body ?? {})).toEqual([])
      expect(prepared?.promptTokens).toBeLessThan(11_000)
      const { reply, kept } = host.calls(`call_${step}`)
      await prepared?.observe(reply)
      history.push(...kept, host.result(`call_${step}`, words(step, 200)))
    }
    await Promise.all(programs.map((program) => program.conversation('c').prepare(host.body([...history]))))
    expect(await programs[0]?.conversation('c').recall('call_3.txt')).not.toEqual([])
    for (const program of programs) await program.close()
    expect(events.filter(({ kind }) => kind === 'problem')).toEqual([])
    expect(events.some(({ kind }) => kind === 'compacted')).toBe(true)
    const store = await createPostgresStore({ connectionString: server.url })
    const { lines } = await loadLines(store, 'c')
    const said = readHistory('anthropic', history).messages.map(messageIdentity)
    expect(lines.map(({ log }) => log.map(({ message }) => messageIdentity(message)))).toEqual([said])
    expect(await store.verify()).toEqual([])
    await store.end()
  })
})
