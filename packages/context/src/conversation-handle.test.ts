import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { afterEach, expect, test } from 'vitest'
import { createContext } from './create-context.ts'
import { anthropicHost as host, words } from './host.arbitrary.ts'
import type { ContextEvent } from './options/context-options.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0).toReversed()) await clean()
})

/** A history of so many steps, with a word in the third that is nowhere else. */
function longHistory(steps: number): object[] {
  const history: object[] = [host.user('Read all files, and never touch secrets.txt.')]
  for (let step = 0; step < steps; step++) {
    const text = step === 2 ? `quetzalcoatlus ${words(step, 200)}` : words(step, 200)
    history.push(...host.calls(`call_${step}`).kept, host.result(`call_${step}`, text))
  }
  return history
}

const shownTexts = (body: object) => JSON.stringify(host.historyOf(body))

test('what was compacted is found, read and restored, also after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-context-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'deep', 'state.db')
  const history = longHistory(30)
  const first = await createContext({ store: path, contextLength: 40_000 })
  await first.conversation('c').prepare(host.body(history))
  await first.close()
  expect(statSync(path).mode & 0o077).toBe(0)

  const context = await createContext({ store: path, contextLength: 40_000 })
  cleanUps.push(() => context.close())
  const chat = context.conversation('c')
  const before = await chat.prepare(host.body(history))
  expect(shownTexts(before.body)).toContain('quetzalcoatlus')
  const outcome = await chat.compact()
  expect(outcome.kind).toBe('compacted')
  expect(await chat.receipts()).toHaveLength(1)
  const after = await chat.prepare(host.body(history))
  expect(host.faults(after.body)).toEqual([])
  expect(shownTexts(after.body).length).toBeLessThan(shownTexts(before.body).length / 2)

  const [found] = await chat.recall('quetzalcoatlus')
  expect(found).toMatchObject({ number: '#6', role: 'tool' })
  expect(await chat.read(found?.number ?? '')).toContain('quetzalcoatlus word')
  expect(await chat.read('#999')).toBeUndefined()

  expect(await chat.undo()).toEqual({ kind: 'undone' })
  const restored = await chat.prepare(host.body(history))
  expect(shownTexts(restored.body)).toContain('quetzalcoatlus word')
  expect(await chat.undo()).toMatchObject({ kind: 'unchanged' })
})

test('what was undone is not done again at once, but before the window is full', async () => {
  const store = createMemoryStore()
  const context = await createContext({ store, contextLength: 16_000 })
  const chat = context.conversation('c')
  const history = longHistory(14)
  const compacted = await chat.prepare(host.body(history))
  expect(compacted.receipt).toBeDefined()
  await chat.undo()
  const again = await createContext({ store, contextLength: 16_000 })
  const held = await again.conversation('c').prepare(host.body(history))
  expect(held.receipt).toBeUndefined()
  const full = await again.conversation('c').prepare(host.body(longHistory(26)))
  expect(full.receipt).toBeDefined()
})

test('tools to look things up are told of only where the caller offers them', async () => {
  const [bare, offering] = [
    await createContext({ store: createMemoryStore(), contextLength: 16_000 }),
    await createContext({ store: createMemoryStore(), contextLength: 16_000 }),
  ]
  const history = longHistory(60)
  const plain = host.body(history) as { readonly tools: readonly object[] }
  const { body } = await bare.conversation('c').prepare(plain)
  expect(shownTexts(body)).not.toMatch(/read_original|recall/)
  expect((body as typeof plain).tools).toBe(plain.tools)
  const chat = offering.conversation('c')
  const { definitions, run } = chat.recallTools('anthropic')
  const shown = await chat.prepare(host.body(history, { tools: [...plain.tools, ...definitions] }))
  expect(shownTexts(shown.body)).toMatch(/read_original/)
  expect(await run('recall', { query: 'quetzalcoatlus' })).toMatch(/^#6 \(tool\): /)
  expect(await run('read_original', { number: '6' })).toContain('quetzalcoatlus')
  expect(await run('read', {})).toBeUndefined()
})

test('observing notes all that is said, and changes nothing', async () => {
  const store = createMemoryStore()
  const context = await createContext({ store, mode: 'observe', contextLength: 4_000 })
  const chat = context.conversation('c')
  const body = host.body(longHistory(20))
  const prepared = await chat.prepare(body)
  expect(prepared).toMatchObject({ passed: 'observe', changed: false })
  expect(prepared.body).toBe(body)
  await chat.observe(host.says('Done.').reply)
  const [conversation] = await store.conversations()
  expect(conversation).toMatchObject({ messages: 42, title: 'c' })
})

test('the environment turns it off whatever the code says, and compactions alone as well', async () => {
  process.env.PALIMPSEST = 'off'
  cleanUps.push(() => delete process.env.PALIMPSEST)
  const off = await createContext({ store: '/nowhere/at/all.db' })
  const body = host.body(longHistory(3))
  expect(await off.conversation('c').prepare(body)).toMatchObject({ passed: 'off', changed: false })
  delete process.env.PALIMPSEST
  process.env.DISABLE_AUTO_COMPACT = '1'
  cleanUps.push(() => delete process.env.DISABLE_AUTO_COMPACT)
  const events: ContextEvent[] = []
  const context = await createContext({
    store: createMemoryStore(),
    contextLength: 4_000,
    onEvent: (e) => events.push(e),
  })
  const long = await context.conversation('c').prepare(host.body(longHistory(20)))
  expect(long.receipt).toBeUndefined()
  expect(events.filter(({ kind }) => kind === 'compacted')).toEqual([])
})

test('a request that is refused for its length is made smaller, twice at most', async () => {
  const context = await createContext({ store: createMemoryStore(), contextLength: 200_000 })
  const chat = context.conversation('c')
  const refusal = Object.assign(new Error('400 prompt is too long: 30000 tokens > 9000 maximum'), { status: 400 })
  const first = await chat.prepare(host.body(longHistory(30)))
  const second = await first.retry(refusal)
  expect(second?.changed).toBe(true)
  expect(second?.promptTokens).toBeLessThan(9_000)
  const third = await second?.retry(refusal)
  expect(third?.promptTokens ?? 0).toBeLessThan(second?.promptTokens ?? 0)
  expect(await third?.retry(refusal)).toBeUndefined()
  expect(await first.retry(Object.assign(new Error('401 invalid key'), { status: 401 }))).toBeUndefined()
  const later = await chat.prepare(host.body(longHistory(31)))
  expect(later.promptTokens).toBeLessThan(9_000)
})

test('counts of one call teach how large the next will be; the caller’s own marks stay where they are', async () => {
  const context = await createContext({ store: createMemoryStore(), contextLength: 200_000 })
  const chat = context.conversation('c')
  const marked = [{ role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }] }]
  const body = host.body(marked)
  const prepared = await chat.prepare(body)
  expect(prepared.body).toBe(body)
  await chat.observe({ input: 5_000, cacheRead: 1_000, output: 10 })
  const next = await chat.prepare(host.body([...marked, ...host.says('Hello.').kept, host.user('Go on.')]))
  expect(next.promptTokens).toBeGreaterThan(6_000)
  expect(next.promptTokens).toBeLessThan(6_100)
})
