import type { SummaryModel } from '@palimpsest/core/engine'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createContext } from './create-context.ts'
import { anthropicHost as host, words } from './host.arbitrary.ts'
import type { ContextEvent, ContextOptions } from './options/context-options.ts'

// A model that failed rests for a while: an hour passes between two questions.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Deadlines pass at once; how long they would have been is remembered. */
function hasten(): number[] {
  const { timeout } = AbortSignal
  const asked: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    asked.push(ms)
    return timeout.call(AbortSignal, 20)
  })
  return asked
}

const found = Array.from({ length: 10 }, (_, i) => `- In call_${i}.txt there is ${words(1_000 + i, 8)}`)
const sound = `## Goal\nThe user asks about each file.\n\n## Critical Context\n${found.join('\n')}`

/** Each throws, answers or keeps silent in a way of its own. */
const faults: readonly (() => unknown)[] = [
  () => Promise.reject(new Error('socket hang up')),
  () => new Promise(() => undefined),
  () => Promise.reject(undefined),
  () => 'As an assistant I like turtles, and the weather is nice.',
  () => Promise.reject(Object.create(null)),
  () => '',
  () => 7,
]

/** Answers of which every nth fails, each in another way. */
function failing(every: number) {
  const calls = { count: 0, failed: 0 }
  const answer = async (): Promise<string> => {
    if (++calls.count % every !== 0) return sound
    const fault = faults[calls.failed++ % faults.length] as () => Promise<string>
    return fault()
  }
  return { calls, answer }
}

const turns = 50

/** An agent whose summaries are written as told: by a model of its own, or by the one of the conversation. */
async function loop(writer: 'own' | 'main', answer: () => Promise<string>) {
  const own: SummaryModel = {
    name: 'writer',
    contextTokens: 100_000,
    write: async function* () {
      yield await answer()
    },
  }
  const events: ContextEvent[] = []
  const options: ContextOptions = {
    store: createMemoryStore(),
    contextLength: 12_000,
    summarizer: writer === 'own' ? own : 'main',
    onEvent: (event) => events.push(event),
  }
  const context = await createContext(options)
  const chat = context.conversation('c')
  const asked: object[] = []
  const ask = async (body: object) => {
    asked.push(body)
    return { type: 'message', role: 'assistant', content: [{ type: 'text', text: await answer() }], usage: counted }
  }
  const history: object[] = []
  for (let turn = 0; turn < turns; turn++) {
    history.push(host.user(`Tell me about call_${turn}.txt. ${words(turn, 100)}`))
    vi.setSystemTime(Date.now() + 3_600_000)
    const given = JSON.stringify(history)
    const { body } = await chat.prepare(host.body(history), { ask })
    expect(JSON.stringify(history)).toBe(given)
    expect(host.faults(body)).toEqual([])
    expect(JSON.stringify(body).length).toBeLessThan(12_000 * 4)
    const { reply, kept } = host.says(`In call_${turn}.txt there is this: ${words(1_000 + turn, 150)}`)
    await chat.observe(reply)
    history.push(...kept)
  }
  await context.close()
  const problems = events.flatMap((event) => (event.kind === 'problem' ? [`${event.at}: ${event.message}`] : []))
  const receipts = events.flatMap((event) => (event.kind === 'compacted' ? [event.receipt] : []))
  return { asked, events, problems, written: receipts.map(({ summary }) => summary.by) }
}

const counted = { input_tokens: 100, cache_read_input_tokens: 9_000, output_tokens: 300 }

test.each((['own', 'main'] as const).flatMap((writer) => [1, 2, 3].map((every) => [writer, every] as const)))(
  'a model, %s, that fails to summarise at every %ith call, in whatever way, keeps nobody from talking',
  async (writer, every) => {
    const deadlines = hasten()
    const { calls, answer } = failing(every)
    const { problems, written } = await loop(writer, answer)
    expect(calls.failed).toBeGreaterThan(faults.length / every)
    expect(new Set(deadlines)).toEqual(new Set([60_000]))
    expect(problems.length).toBeGreaterThan(0)
    for (const problem of problems) expect(problem).toMatch(/^compact: (?:writer|claude-sonnet-5): /)
    expect(written).toContain('mechanical')
    expect(written.includes('model')).toBe(every > 1)
  },
)

test('the conversation’s own model is asked on top of what it was sent, and what it took is told once', async () => {
  const { asked, events, problems, written } = await loop('main', async () => sound)
  expect(problems).toEqual([])
  expect(written).toContain('model')
  const counts = events.flatMap((event) => (event.kind === 'observed' && event.isSummary ? [event.usage] : []))
  expect(counts).toHaveLength(asked.length)
  expect(counts[0]).toMatchObject({ input: 100, cacheRead: 9_000, output: 300 })
  for (const body of asked) expect(host.faults(body)).toEqual([])
})
