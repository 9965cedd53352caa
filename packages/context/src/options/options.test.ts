import { type ScriptedReply, scripted } from '@palimpsest/simulator'
import { createSimulator } from '@palimpsest/simulator/server'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { createContext } from '../create-context.ts'
import { aiSdkHost, anthropicHost, words } from '../host.arbitrary.ts'
import type { ContextEvent, ContextOptions } from './context-options.ts'

const mark = { cache_control: { type: 'ephemeral' } }
const sdkMark = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }

/** A host that sets breakpoints of its own: at the end of its instructions and tools, and on its last messages. */
function marked(beside: number, inHistory: number, turns: number) {
  const history = Array.from({ length: turns * 2 + 1 }, (_, i) => {
    const isMarked = i > turns * 2 - inHistory
    const content = [{ type: 'text', text: words(i, 120), ...(isMarked && mark) }]
    return { role: i % 2 === 0 ? 'user' : 'assistant', content }
  })
  const system = [{ type: 'text', text: 'Be brief.', ...(beside > 0 && mark) }]
  const tools = [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' }, ...(beside > 1 && mark) }]
  return anthropicHost.body(history, { system, tools })
}

const count = (body: object) => JSON.stringify(body).split('"ephemeral"').length - 1

const layouts = [0, 1, 2].flatMap((beside) => [0, 1, 2].map((inHistory) => [beside, inHistory] as const))

test.each(layouts)(
  'where a host sets %i breakpoints beside its history and %i in it, there are never more than four',
  async (beside, inHistory) => {
    for (const caching of ['keep', 'plan', undefined] as const) {
      const options: ContextOptions = { store: createMemoryStore(), contextLength: 16_000, ...(caching && { caching }) }
      const chat = (await createContext(options)).conversation('c')
      for (const turns of [2, 12, 13, 24]) {
        const body = marked(beside, inHistory, turns)
        const prepared = await chat.prepare(body)
        expect(anthropicHost.faults(prepared.body)).toEqual([])
        expect(count(prepared.body)).toBeLessThanOrEqual(4)
        const isOurs = caching === 'plan' || (caching === undefined && beside + inHistory === 0)
        if (isOurs) expect(count(prepared.body)).toBeGreaterThan(beside)
        else expect(count(prepared.body)).toBeLessThanOrEqual(beside + inHistory)
        if (!isOurs && prepared.receipt === undefined && turns < 12) expect(prepared.body).toBe(body)
        expect((prepared.body as { system: unknown }).system).toBe((body as { system: unknown }).system)
        expect((prepared.body as { tools: unknown }).tools).toBe((body as { tools: unknown }).tools)
      }
    }
  },
)

test.each(['keep', 'plan'] as const)('the same holds for prompts of the AI SDK: %s', async (caching) => {
  const chat = (await createContext({ store: createMemoryStore(), caching })).conversation('c')
  for (const marks of [0, 1, 2, 3, 4]) {
    const prompt = Array.from({ length: 9 }, (_, i) => ({
      ...(i % 2 === 0 ? aiSdkHost.user(words(i, 50)) : (aiSdkHost.says(words(i, 50)).kept[0] as object)),
      ...(i < marks && sdkMark),
    }))
    const { body } = await chat.prepare(prompt, { format: 'ai-sdk', model: 'claude-sonnet-5' })
    expect(count(body)).toBeLessThanOrEqual(4)
    if (caching === 'keep') expect(body).toBe(prompt)
  }
})

test('the window that is named counts more than that of the catalogue; what is no window counts as not named', async () => {
  const history = Array.from({ length: 41 }, (_, i) =>
    i % 2 === 0 ? anthropicHost.user(words(i, 120)) : (anthropicHost.says(words(i, 120)).kept[0] as object),
  )
  const compacted = async (contextLength: number) => {
    const context = await createContext({ store: createMemoryStore(), contextLength })
    return (await context.conversation('c').prepare(anthropicHost.body(history))).receipt !== undefined
  }
  expect(await compacted(20_000)).toBe(true)
  for (const length of [1_000_000, 0, -5, Number.NaN]) expect(await compacted(length)).toBe(false)
})

test('a conversation is named by its header, its surroundings, the options and its beginning, in this order', async () => {
  const events: ContextEvent[] = []
  let name: unknown = 'by-option'
  const context = await createContext({
    store: createMemoryStore(),
    onEvent: (event) => events.push(event),
    identify: ({ body }) => {
      if (name instanceof Error) throw name
      expect(body).toHaveProperty('messages')
      return name as string
    },
  })
  const body = anthropicHost.body([anthropicHost.user('Hi')])
  const request = { format: 'anthropic', body } as const
  const headers = { 'x-palimpsest-conversation': 'by-header' }
  expect(await context.run('by-run', async () => context.identify({ ...request, headers }))).toBe('by-header')
  expect(await context.run('by-run', async () => context.identify(request))).toBe('by-run')
  expect(context.identify(request)).toBe('by-option')
  for (const nothing of [undefined, '', 7, new Error('identify broke')]) {
    name = nothing
    expect(context.identify(request)).toMatch(/^auto-[0-9a-f]{24}$/)
  }
  expect(events).toEqual([{ kind: 'problem', at: 'fetch', message: 'identify broke' }])
})

const summary = Array.from({ length: 10 }, (_, i) => `- word${(i * 7919) % 99991} was said, and ${words(i, 6)}`)
const wanted = `## Goal\nThe user asks about words.\n\n## Critical Context\n${summary.join('\n')}`

/** A talk without tools, beyond its window: its model answers, and is asked for summaries of it. */
async function talk(model: string, path: string, body: (history: readonly object[]) => object) {
  const said: ScriptedReply[] = Array.from({ length: 40 }, (_, i) => `Here it is: ${words(500 + i, 120)}`)
  let turn = 0
  const answers = scripted(said)
  const summaries = scripted(Array.from({ length: 40 }, () => wanted))
  const simulator = await createSimulator({
    model: (request) => {
      const last = JSON.stringify(request.messages.at(-1))
      return last.includes('summar') ? summaries(request) : answers(request)
    },
    models: [{ id: model, contextTokens: 16_000 }],
  })
  const events: ContextEvent[] = []
  const context = await createContext({
    ...{ store: createMemoryStore(), contextLength: 16_000, summarizer: 'main' },
    onEvent: (event) => events.push(event),
  })
  const history: object[] = []
  for (; turn < 24; turn++) {
    history.push({ role: 'user', content: words(turn, 100) })
    const response = await context.run('c', () =>
      context.fetch(`${simulator.url}/v1${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': 'test',
          'anthropic-version': '2023-06-01',
          authorization: 'Bearer test',
        },
        body: JSON.stringify(body(history)),
      }),
    )
    await response.text()
    history.push({ role: 'assistant', content: `Here it is: ${words(500 + turn, 120)}` })
  }
  await context.close()
  await simulator.close()
  return { simulator, events }
}

test.each([
  ['claude-sonnet-5', '/messages', { max_tokens: 1_000, stream: true }],
  ['gpt-5', '/chat/completions', { stream: true, stream_options: { include_usage: true } }],
] as const)(
  '%s writes its own summaries on what it has cached, and each call is counted once',
  async (model, path, around) => {
    const { simulator, events } = await talk(model, path, (messages) => ({ model, messages, ...around }))
    expect(simulator.calls.flatMap(({ error = [] }) => error)).toEqual([])
    expect(events.filter(({ kind }) => kind === 'problem')).toEqual([])
    const receipts = events.flatMap((event) => (event.kind === 'compacted' ? [event.receipt] : []))
    expect(receipts.map(({ summary: { by } }) => by)).toContain('model')
    const asides = simulator.calls.filter(({ stream }) => !stream)
    expect(asides.length).toBeGreaterThan(0)
    for (const { usage } of asides) expect(usage?.cacheRead ?? 0).toBeGreaterThan(usage?.input ?? 0)
    const total = (usages: readonly object[]) =>
      usages.reduce<number>((sum, usage) => sum + Object.values(usage).reduce<number>((a, b) => a + Number(b), 0), 0)
    const counted = events.flatMap((event) => (event.kind === 'observed' ? [event] : []))
    expect(counted.filter(({ isSummary }) => isSummary)).toHaveLength(asides.length)
    expect(counted).toHaveLength(simulator.calls.length)
    expect(total(counted.map(({ usage }) => usage))).toBe(total(simulator.calls.map(({ usage = {} }) => usage)))
  },
)
