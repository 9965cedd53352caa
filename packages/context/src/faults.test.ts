import { messageIdentity } from '@palimpsest/core/message'
import { Failure, type SessionStore } from '@palimpsest/core/store'
import { codecs } from '@palimpsest/core/wire'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test, vi } from 'vitest'
import { createContext } from './create-context.ts'
import { disturbed, runAgent, window } from './faults.arbitrary.ts'
import { anthropicHost as host, words } from './host.arbitrary.ts'
import { loadLines } from './lines/load-lines.ts'
import type { ContextEvent } from './options/context-options.ts'
import { readHistory } from './wire/read-history.ts'

/** A failure, before or after the work was done. */
const failure = (isAfter: boolean) => async (call: () => Promise<unknown>) => {
  if (isAfter) await call()
  throw new Failure('store/unavailable', 'The disk is on fire.', { cause: 'busy', retry: true })
}

/** Whatever the store went through, all that was said is there, once, when it is well again. */
async function expectWhole(store: SessionStore, history: readonly object[]) {
  const healed = await createContext({ store, contextLength: window })
  await healed.conversation('c').prepare(host.body([...history]))
  await healed.close()
  const { lines } = await loadLines(store, 'c')
  const said = readHistory('anthropic', history).messages.map(messageIdentity)
  expect(lines.map(({ log }) => log.map(({ message }) => messageIdentity(message)))).toContainEqual(said)
  expect(await store.verify()).toEqual([])
}

test.each([1, 3, 5, 7].flatMap((every) => [[every, false] as const, [every, true] as const]))(
  'an agent whose store fails at every %ith call, after its work %s, gets to its end in its window',
  async (every, isAfter) => {
    const store = createMemoryStore()
    const events: ContextEvent[] = []
    const history = await runAgent(disturbed(store, every, failure(isAfter)), events)
    expect(events.some(({ kind }) => kind === 'problem')).toBe(true)
    await expectWhole(store, history)
  },
)

/** What a damaged disk may make of an answer: rows without words, ledgers and notes that say something else. */
const damages: readonly ((value: unknown) => unknown)[] = [
  (value) => (Array.isArray(value) ? value.map((row) => ({ ...row, message: { role: 'user' }, value: 'junk' })) : {}),
  (value) => (Array.isArray(value) ? value.toReversed() : 'junk'),
  (value) => (Array.isArray(value) ? [null, ...value.slice(1)] : null),
  (value) => (Array.isArray(value) ? value.slice(1) : { ...(value as object), bornWith: 99, tip: 'nowhere' }),
  () => undefined,
]

test.each([1, 2, 3, 7])(
  'an agent whose store answers nonsense at every %ith call gets to its end in its window',
  async (every) => {
    let turn = 0
    const damage = async (call: () => Promise<unknown>) => damages[turn++ % damages.length]?.(await call())
    await runAgent(disturbed(createMemoryStore(), every, damage), [])
    expect(turn).toBeGreaterThan(0)
  },
)

test.each([2, 5])(
  'an agent of whose messages every %ith cannot be read at first gets to its end in its window',
  async (every) => {
    const { decode } = codecs.anthropic
    let calls = 0
    const spy = vi.spyOn(codecs.anthropic, 'decode').mockImplementation((items) => {
      if (++calls % every === 0) throw new TypeError('The message makes no sense.')
      return decode(items)
    })
    const store = createMemoryStore()
    const events: ContextEvent[] = []
    try {
      const history = await runAgent(store, events)
      spy.mockRestore()
      await expectWhole(store, history)
    } finally {
      spy.mockRestore()
    }
    const places = events.flatMap((event) => (event.kind === 'problem' ? [event.at] : []))
    expect(places).toContain('read')
    expect(places).not.toContain('build')
  },
)

test('a message that can never be read goes out as it came, behind what is shown of those that can', async () => {
  const context = await createContext({ store: createMemoryStore(), contextLength: window })
  const chat = context.conversation('c')
  const history: object[] = [host.user('Read all files.')]
  for (let step = 0; step < 20; step++)
    history.push(...host.calls(`call_${step}`).kept, host.result(`call_${step}`, words(step, 200)))
  const first = await chat.prepare(host.body([...history]))
  const odd = { role: 'user', content: 7 }
  history.push(...host.says('Read.').kept, odd, { role: 'assistant', content: 'What?' })
  const { body, passed } = await chat.prepare(host.body([...history]))
  expect(passed).toBeUndefined()
  expect(first.receipt).toBeDefined()
  expect(host.historyOf(body).length).toBeLessThanOrEqual(host.historyOf(first.body).length + 3)
  expect(host.historyOf(body).slice(-2)).toEqual(history.slice(-2))
  await chat.observe(host.says('Nobody knows where this belongs.').reply)
  expect(await chat.recall('belongs')).toEqual([])
})

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
