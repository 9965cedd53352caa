import { verifyCoverage } from '@palimpsest/core/compaction'
import { messageIdentity } from '@palimpsest/core/message'
import { conversationId } from '@palimpsest/core/store'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { createContext } from './create-context.ts'
import { type TestHost, testHosts, words } from './host.arbitrary.ts'
import type { ContextEvent } from './options/context-options.ts'
import { readHistory } from './wire/read-history.ts'

interface Loop {
  readonly bodies: readonly object[]
  readonly compactedAt: readonly number[]
  readonly history: readonly object[]
  readonly events: readonly ContextEvent[]
}

/** An agent that reads a file in every step. */
async function runLoop(
  host: TestHost,
  steps: number,
): Promise<Loop & { readonly store: ReturnType<typeof createMemoryStore> }> {
  const store = createMemoryStore()
  const events: ContextEvent[] = []
  const context = await createContext({ store, contextLength: 32_000, onEvent: (event) => events.push(event) })
  const chat = context.conversation('chat-42')
  const history: object[] = [host.user('Read all files, and never touch secrets.txt.')]
  const bodies: object[] = []
  const compactedAt: number[] = []
  for (let step = 0; step < steps; step++) {
    const given = host.body([...history])
    const before = JSON.stringify(given)
    const prepared = await chat.prepare(given)
    expect(JSON.stringify(given)).toBe(before)
    if (prepared.receipt) compactedAt.push(step)
    bodies.push(prepared.body)
    const { reply, kept } = host.calls(`call_${step}`)
    await chat.observe(reply)
    history.push(...kept, host.result(`call_${step}`, words(step, 400)))
  }
  await context.close()
  return { bodies, compactedAt, history, events, store }
}

const bare = (message: object) => JSON.stringify(message, (key, value) => (key === 'cache_control' ? undefined : value))

test.each(testHosts)(
  'in $format, an agent of 60 steps stays in its window, and each body extends the last',
  async (host) => {
    const { bodies, compactedAt, events, store, history } = await runLoop(host, 60)
    expect(events.filter(({ kind }) => kind === 'problem')).toEqual([])
    expect(compactedAt.length).toBeGreaterThan(2)
    bodies.forEach((body, step) => {
      expect(host.faults(body), `step ${step}`).toEqual([])
      const before = bodies[step - 1]
      if (before === undefined || compactedAt.includes(step)) return
      const shown = host.historyOf(body).map((message) => bare(message as object))
      const earlier = host.historyOf(before).map((message) => bare(message as object))
      expect(shown.slice(0, earlier.length)).toEqual(earlier)
      expect(shown.length).toBeGreaterThan(earlier.length)
    })
    const [conversation, ...others] = await store.conversations()
    expect(others).toEqual([])
    const log = await store.originals(conversation?.id ?? conversationId(''))
    const said = readHistory(host.format, history.slice(0, -1)).messages
    expect(log.map(({ message }) => messageIdentity(message))).toEqual(said.map(messageIdentity))
    expect(await verifyCoverage(store, conversation?.id ?? conversationId(''))).toEqual([])
  },
)
