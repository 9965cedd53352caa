import { messageIdentity } from '@palimpsest/core/message'
import { Failure, type SessionStore } from '@palimpsest/core/store'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { createContext } from './create-context.ts'
import { anthropicHost as host, words } from './host.arbitrary.ts'
import { loadLines } from './lines/load-lines.ts'
import type { ContextEvent } from './options/context-options.ts'
import { readHistory } from './wire/read-history.ts'

/** A store in which every nth call fails, before or after it did its work. */
function failing(store: SessionStore, every: number, isAfter: boolean): SessionStore {
  let calls = 0
  const guard = <T extends object>(inner: T): T =>
    new Proxy(inner, {
      get: (target, key, receiver) => {
        const value: unknown = Reflect.get(target, key, receiver)
        if (key === 'state' || key === 'leases') return guard(value as object)
        if (typeof value !== 'function') return value
        return async (...given: readonly unknown[]) => {
          const isDue = ++calls % every === 0
          const failure = new Failure('store/unavailable', 'The disk is on fire.', { cause: 'busy', retry: true })
          if (isDue && !isAfter) throw failure
          const done: unknown = await Reflect.apply(value, target, given)
          if (isDue) throw failure
          return done
        }
      },
    })
  return guard(store)
}

const steps = 40

async function loop(store: SessionStore, events: ContextEvent[]) {
  const history: object[] = [host.user('Read all files.')]
  const bodies: object[] = []
  let context = await createContext({ store, contextLength: 16_000, onEvent: (event) => events.push(event) })
  for (let step = 0; step < steps; step++) {
    // A restart in between has to read all of it back.
    if (step === steps / 2) {
      await context.close()
      context = await createContext({ store, contextLength: 16_000, onEvent: (event) => events.push(event) })
    }
    const chat = context.conversation('c')
    bodies.push((await chat.prepare(host.body([...history]))).body)
    const { reply, kept } = host.calls(`call_${step}`)
    await chat.observe(reply)
    history.push(...kept, host.result(`call_${step}`, words(step, 200)))
  }
  await context.conversation('c').prepare(host.body([...history]))
  await context.close()
  return { history, bodies }
}

test.each([1, 2, 3, 5, 7].flatMap((every) => [[every, false] as const, [every, true] as const]))(
  'an agent whose store fails at every %ith call, after its work %s, gets to its end in its window',
  async (every, isAfter) => {
    const store = createMemoryStore()
    const events: ContextEvent[] = []
    const { history, bodies } = await loop(failing(store, every, isAfter), events)
    expect(events.some(({ kind }) => kind === 'problem')).toBe(true)
    for (const body of bodies) {
      expect(host.faults(body)).toEqual([])
      expect(JSON.stringify(body).length).toBeLessThan(16_000 * 4)
    }
    // Once the store is well, all of it is there, once.
    const healed = await createContext({ store, contextLength: 16_000 })
    await healed.conversation('c').prepare(host.body([...history]))
    await healed.close()
    const { lines } = await loadLines(store, 'c')
    const said = readHistory('anthropic', history).messages.map(messageIdentity)
    expect(lines.map(({ log }) => log.map(({ message }) => messageIdentity(message)))).toContainEqual(said)
    expect(await store.verify()).toEqual([])
  },
)

test('a store that cannot be opened keeps nobody from talking', async () => {
  const events: ContextEvent[] = []
  const context = await createContext({
    store: '/proc/no/such.db',
    contextLength: 16_000,
    onEvent: (e) => events.push(e),
  })
  const chat = context.conversation('c')
  const history: object[] = [host.user('Read all files.')]
  for (let step = 0; step < 40; step++) {
    const { body } = await chat.prepare(host.body([...history]))
    expect(JSON.stringify(body).length).toBeLessThan(16_000 * 4)
    history.push(...host.calls(`call_${step}`).kept, host.result(`call_${step}`, words(step, 200)))
  }
  expect(await chat.recall('anything')).toEqual([])
  expect(events.some((event) => event.kind === 'problem' && event.at === 'store')).toBe(true)
  await context.close()
})

test('a request that is told to stop stops', async () => {
  const context = await createContext({ store: createMemoryStore() })
  const stop = new AbortController()
  stop.abort(new Error('enough'))
  const asked = context.conversation('c').prepare(host.body([host.user('Hi')]), { signal: stop.signal })
  await expect(asked).rejects.toThrow('enough')
})

test('a listener that throws ends nothing', async () => {
  const context = await createContext({
    store: createMemoryStore(),
    onEvent: () => {
      throw new Error('listener')
    },
  })
  const body = { query: 'nothing of ours' }
  expect((await context.conversation('c').prepare(body)).body).toBe(body)
})
