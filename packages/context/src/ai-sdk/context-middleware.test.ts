import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { messageIdentity } from '@palimpsest/core/message'
import { conversationId } from '@palimpsest/core/store'
import { generateText, jsonSchema, type ModelMessage, stepCountIs, streamText, tool, wrapLanguageModel } from 'ai'
import { afterEach, expect, test, vi } from 'vitest'
import { countBreaks, fileText, type ProviderDeskOptions, providerDesk } from '../provider-desk.arbitrary.ts'
import { readHistory } from '../wire/read-history.ts'
import { contextMiddleware } from './context-middleware.ts'

afterEach(() => vi.unstubAllEnvs())

const tools = {
  read: tool({
    description: 'Reads.',
    inputSchema: jsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } } }),
    execute: async ({ path }) => fileText(path),
  }),
}

const asked: ModelMessage = { role: 'user', content: 'Read all files, and never touch secrets.txt.' }

type Vendor = 'anthropic' | 'openai' | 'openai-chat'

interface RunOptions extends Partial<ProviderDeskOptions> {
  readonly isBare?: boolean
}

async function run(vendor: Vendor, { isBare = false, ...options }: RunOptions = {}) {
  const name = vendor === 'anthropic' ? 'claude-sonnet-5-5' : 'gpt-6-sol'
  const desk = await providerDesk({ model: name, ...options })
  const settings = { baseURL: `${desk.simulator.url}/v1`, apiKey: 'test', fetch: desk.fetch }
  const openai = createOpenAI(settings)
  const model =
    vendor === 'anthropic' ? createAnthropic(settings)(name) : vendor === 'openai' ? openai(name) : openai.chat(name)
  const result = streamText({
    model: isBare ? model : wrapLanguageModel({ model, middleware: contextMiddleware(desk.context) }),
    system: 'Be brief.',
    messages: [asked],
    tools,
    maxOutputTokens: 2_000,
    maxRetries: 0,
    stopWhen: stepCountIs(100),
    providerOptions: {
      palimpsest: { conversation: 'chat-42' },
      anthropic: { thinking: { type: 'adaptive' } },
      openai: { store: false, include: ['reasoning.encrypted_content'] },
    },
    onError: () => undefined,
  })
  await result.consumeStream()
  const said = (await result.response).messages
  await desk.close()
  return { ...desk, said, text: await result.text, totalUsage: await result.totalUsage }
}

test.each([
  ['anthropic', 60],
  ['openai', 30],
  ['openai-chat', 30],
] as const)(
  'an agent on the AI SDK, by %s, of %i steps runs far beyond its window, and its host keeps every word',
  async (vendor, steps) => {
    const { refused, kinds, bodies, said, store, simulator, text, totalUsage } = await run(vendor, { steps })
    expect(refused()).toEqual([])
    expect(text).toBe('Done.')
    expect(kinds('problem')).toEqual([])
    expect(kinds('compacted').length).toBeGreaterThan(1)
    expect(countBreaks(bodies)).toBe(kinds('compacted').length)
    expect(bodies.join('')).not.toContain('chat-42')
    const results = said.filter(({ role }) => role === 'tool')
    expect(results.map(({ content }) => JSON.stringify(content))).toEqual(
      Array.from({ length: steps }, (_, i) => expect.stringContaining(fileText(`f${i}.txt`))),
    )
    const log = await store.originals(conversationId('context:chat-42'))
    const kept = readHistory('ai-sdk', [asked, ...said]).messages
    expect(log.map(({ message }) => messageIdentity(message))).toEqual(kept.map(messageIdentity))
    const counted = log.flatMap(({ usage }) => (usage === undefined ? [] : [usage]))
    expect(counted).toHaveLength(steps + 1)
    const total = counted.reduce(
      (sum, { input = 0, cacheRead = 0, cacheWrite = 0 }) => sum + input + cacheRead + cacheWrite,
      0,
    )
    expect(total).toBe(totalUsage.inputTokens)
    const billed = simulator.calls.map(
      ({ usage = {} }) => (usage.input ?? 0) + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0),
    )
    expect(total).toBe(billed.reduce((sum, tokens) => sum + tokens, 0))
  },
)

test('a prompt that is refused for its length is shortened and sent again', async () => {
  const { refused, text, kinds } = await run('anthropic', { steps: 30, context: { contextLength: 64_000 } })
  expect(text).toBe('Done.')
  expect(refused().length).toBeGreaterThan(0)
  expect(refused().length).toBeLessThan(3)
  expect(kinds('compacted').length).toBeGreaterThan(0)
})

test('a model that does not stream is observed as well, and the conversation is that of the run', async () => {
  const { context, simulator, events, close } = await providerDesk({ model: 'claude-sonnet-5', steps: 2 })
  const anthropic = createAnthropic({ baseURL: `${simulator.url}/v1`, apiKey: 'test' })
  const model = wrapLanguageModel({ model: anthropic('claude-sonnet-5'), middleware: contextMiddleware(context) })
  await context.run('chat-7', () =>
    generateText({ model, messages: [asked], tools, maxOutputTokens: 500, stopWhen: stepCountIs(9) }),
  )
  await close()
  const observed = events.filter((event) => event.kind === 'observed')
  expect(observed.map(({ conversation, usage }) => [conversation, usage.output ?? 0])).toEqual(
    simulator.calls.map(({ usage }) => ['chat-7', usage?.output]),
  )
})

test('turned off by the environment, the bodies are to the byte what they are without us', async () => {
  const { bodies: bare } = await run('anthropic', { steps: 5, isBare: true })
  vi.stubEnv('PALIMPSEST', 'off')
  const { bodies } = await run('anthropic', { steps: 5, context: { store: '/nowhere/at/all.db' } })
  expect(bodies).toEqual(bare)
})

test.each([
  ['partial-history', { openai: { previousResponseId: 'resp_1' } }],
  ['native-compaction', { anthropic: { contextManagement: { edits: [{ type: 'compact_20260112' }] } } }],
])('a conversation that its provider keeps or compacts is left alone: %s', async (reason, providerOptions) => {
  const { context, kinds, close } = await providerDesk({ model: 'gpt-6-sol' })
  const params = { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }], providerOptions }
  const model = { modelId: 'gpt-6-sol', doGenerate: async () => ({ content: [], usage: {} }) }
  expect(await contextMiddleware(context, 'v4').transformParams({ params, model })).toEqual(params)
  await close()
  expect(kinds('passed')).toMatchObject([{ reason }])
})
