import Anthropic from '@anthropic-ai/sdk'
import { messageIdentity } from '@palimpsest/core/message'
import { conversationId } from '@palimpsest/core/store'
import { afterEach, expect, test, vi } from 'vitest'
import {
  countBreaks,
  fileText,
  historiesOf,
  type ProviderDeskOptions,
  providerDesk,
} from '../provider-desk.arbitrary.ts'
import { readHistory } from '../wire/read-history.ts'
import { anthropicContext } from './anthropic-context.ts'

const model = 'claude-sonnet-5-5'
const schema = { type: 'object', properties: { path: { type: 'string' } } } as const
const tools: Anthropic.Tool[] = [{ name: 'read', description: 'Reads.', input_schema: schema }]
const asked: Anthropic.MessageParam = { role: 'user', content: 'Read all files, and never touch secrets.txt.' }

async function open(
  steps = 60,
  { isBare = false, ...options }: Partial<ProviderDeskOptions> & { readonly isBare?: boolean } = {},
) {
  const desk = await providerDesk({ model, steps, ...options })
  const client = new Anthropic({
    apiKey: 'test',
    baseURL: desk.simulator.url,
    maxRetries: 0,
    fetch: desk.fetch,
    middleware: isBare ? [] : [anthropicContext(desk.context)],
  })
  return { ...desk, client }
}

afterEach(() => vi.unstubAllEnvs())

/** An agent on the official SDK that reads a file in every step. */
async function readAll(client: Anthropic, isStreamed: boolean) {
  const messages = [asked]
  for (;;) {
    const body = {
      model,
      max_tokens: 2_000,
      thinking: { type: 'adaptive' },
      system: 'Be brief.',
      tools,
      messages,
    } as const
    const { content } = await (isStreamed ? client.messages.stream(body).finalMessage() : client.messages.create(body))
    messages.push({ role: 'assistant', content })
    const calls = content.filter((block) => block.type === 'tool_use')
    if (calls.length === 0) return messages
    messages.push({
      role: 'user',
      content: calls.map(({ id, input }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: fileText((input as { readonly path: string }).path),
      })),
    })
  }
}

test.each([
  [true, 60],
  [false, 45],
] as const)(
  'an agent with the middleware, streamed %s, of %i steps runs far beyond its window',
  async (isStreamed, steps) => {
    const { client, context, refused, kinds, bodies, store, close } = await open(steps)
    const history = await context.run('chat-42', () => readAll(client, isStreamed))
    await close()
    expect(refused()).toEqual([])
    expect(kinds('problem')).toEqual([])
    expect(kinds('compacted').length).toBeGreaterThan(1)
    expect(kinds('observed')).toHaveLength(steps + 1)
    expect(countBreaks(bodies)).toBe(kinds('compacted').length)
    const log = await store.originals(conversationId('context:chat-42'))
    const said = readHistory('anthropic', history).messages
    expect(log.map(({ message }) => messageIdentity(message))).toEqual(said.map(messageIdentity))
  },
)

test.each([true, false])(
  'turned off by the environment, the bodies, streamed %s, are to the byte what they are without us',
  async (isStreamed) => {
    const bare = await open(4, { isBare: true })
    await readAll(bare.client, isStreamed)
    vi.stubEnv('PALIMPSEST', 'off')
    const off = await open(4, { context: { store: '/nowhere/at/all.db' } })
    await readAll(off.client, isStreamed)
    for (const { close } of [bare, off]) await close()
    expect(bare.bodies).toHaveLength(5)
    expect(off.bodies).toEqual(bare.bodies)
  },
)

test('told by the environment not to compact, nothing is left out', async () => {
  vi.stubEnv('DISABLE_AUTO_COMPACT', '1')
  const { client, context, kinds, bodies, close } = await open(12, { context: { contextLength: 6_000 } })
  const history = await context.run('chat-42', () => readAll(client, true))
  await close()
  expect(kinds('compacted')).toEqual([])
  expect(historiesOf(bodies).at(-1)).toHaveLength(history.length - 1)
  for (let step = 0; step < 12; step++) expect(bodies.at(-1)).toContain(fileText(`f${step}.txt`))
})

test('the tool runner of the SDK, without threads, runs far beyond its window', async () => {
  const { client, context, refused, kinds, close } = await open(30)
  const runner = client.beta.messages.toolRunner({
    ...{ model, max_tokens: 2_000, messages: [asked as Anthropic.Beta.BetaMessageParam], thread: false },
    tools: [
      {
        type: 'custom',
        name: 'read',
        description: 'Reads.',
        input_schema: schema,
        parse: (input: unknown) => input as { path: string },
        run: ({ path }: { path: string }) => fileText(path),
      },
    ],
  })
  const last = await context.run('chat-42', () => runner.runUntilDone())
  await close()
  expect(last.content).toMatchObject([{ type: 'text', text: 'Done.' }])
  expect(refused()).toEqual([])
  expect(kinds('problem')).toEqual([])
  expect(kinds('compacted').length).toBeGreaterThan(0)
  expect(runner.params.messages).toHaveLength(62)
})

test('a thread that the provider keeps is left alone, which is said once', async () => {
  const { client, kinds, bodies, close } = await open(2)
  const thread = { type: 'continue', previous_message_id: 'msg_1' }
  const body = { model, max_tokens: 100, messages: [asked], thread } as never
  for (let i = 0; i < 2; i++) await client.messages.create(body).catch(() => undefined)
  await close()
  expect(bodies).toEqual([JSON.stringify(body), JSON.stringify(body)])
  expect(kinds('problem')).toMatchObject([{ at: 'thread', message: expect.stringContaining('thread: false') }])
})
