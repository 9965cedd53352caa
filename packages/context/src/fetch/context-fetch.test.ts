import Anthropic from '@anthropic-ai/sdk'
import { messageIdentity } from '@palimpsest/core/message'
import { conversationId } from '@palimpsest/core/store'
import { type ScriptedReply, scripted } from '@palimpsest/simulator'
import { createSimulator, type Simulator } from '@palimpsest/simulator/server'
import { createMemoryStore } from '@palimpsest/stores/memory'
import OpenAI from 'openai'
import { afterEach, expect, test } from 'vitest'
import { createContext } from '../create-context.ts'
import { words } from '../host.arbitrary.ts'
import type { ContextEvent, ContextOptions } from '../options/context-options.ts'
import { readHistory } from '../wire/read-history.ts'

const open: Simulator[] = []
afterEach(async () => {
  for (const simulator of open.splice(0)) await simulator.close()
})

const steps = 30
const reads: readonly ScriptedReply[] = Array.from({ length: steps }, (_, i) => ({
  thinking: `Let me look at file ${i}, which should be next.`,
  text: `Reading ${i}.`,
  calls: [{ name: 'read', input: { path: `f${i}.txt` } }],
}))

async function stage(
  options: ContextOptions & { readonly model: string; readonly replies?: readonly ScriptedReply[] },
) {
  const { model, replies = reads, ...contextOptions } = options
  const simulator = await createSimulator({
    model: scripted([...replies, 'Done.', 'Done again.']),
    models: [{ id: model, contextTokens: 32_000 }],
  })
  open.push(simulator)
  const events: ContextEvent[] = []
  const store = createMemoryStore()
  const context = await createContext({
    store,
    contextLength: 32_000,
    onEvent: (event) => events.push(event),
    ...contextOptions,
  })
  return {
    simulator,
    context,
    events,
    store,
    compactions: () => events.filter(({ kind }) => kind === 'compacted').length,
  }
}

const tools: Anthropic.Tool[] = [
  { name: 'read', description: 'Reads.', input_schema: { type: 'object', properties: { path: { type: 'string' } } } },
]

/** An agent on the official SDK that reads a file in every step. */
async function anthropicLoop(client: Anthropic, model: string, isStreamed: boolean) {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Read all files, and never touch secrets.txt.' }]
  for (let step = 0; ; step++) {
    const body = {
      model,
      max_tokens: 2_000,
      thinking: { type: 'adaptive' },
      system: 'Be brief.',
      tools,
      messages,
    } as const
    const reply = isStreamed
      ? await client.messages.stream(body as never).finalMessage()
      : await client.messages.create(body as never)
    messages.push({ role: 'assistant', content: (reply as Anthropic.Message).content as never })
    const calls = (reply as Anthropic.Message).content.filter((block) => block.type === 'tool_use')
    if (calls.length === 0) return messages
    messages.push({
      role: 'user',
      content: calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: words(step, 400) })),
    })
  }
}

test.each([true, false])(
  'an agent on the SDK of Anthropic, streamed %s, runs far beyond its window',
  async (isStreamed) => {
    const model = 'claude-sonnet-5-5'
    const { simulator, context, store, events, compactions } = await stage({ model })
    const client = new Anthropic({ apiKey: 'test', baseURL: simulator.url, maxRetries: 0, fetch: context.fetch })
    const history = await context.run('chat-42', () => anthropicLoop(client, model, isStreamed))
    await context.close()
    expect(simulator.calls.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
    expect(compactions()).toBeGreaterThan(0)
    expect(events.filter(({ kind }) => kind === 'problem')).toEqual([])
    expect(events.filter(({ kind }) => kind === 'observed')).toHaveLength(steps + 1)
    const log = await store.originals(conversationId('context:chat-42'))
    const said = readHistory('anthropic', history).messages
    expect(log.map(({ message }) => messageIdentity(message))).toEqual(said.map(messageIdentity))
    expect(log.filter(({ usage }) => usage !== undefined)).toHaveLength(steps + 1)
  },
)

test('turned off, the very bytes of the client go out, no store is opened, and our header stays here', async () => {
  const seen: { readonly body: string; readonly headers: Headers }[] = []
  const usual = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    seen.push({ body: await request.clone().text(), headers: request.headers })
    return new Response('{"type":"message","content":[],"usage":{}}', {
      headers: { 'content-type': 'application/json' },
    })
  }
  try {
    const context = await createContext({ mode: 'off', store: '/nowhere/at/all.db' })
    const body = '{ "model":"claude-sonnet-5", "max_tokens":1, "messages":[{"role":"user","content":"Hi"}] }'
    const headers = { 'x-palimpsest-conversation': 'chat-1', 'x-other': 'stays' }
    await context.fetch('https://api.anthropic.com/v1/messages', { method: 'POST', body, headers })
    expect(seen[0]?.body).toBe(body)
    expect(seen[0]?.headers.has('x-palimpsest-conversation')).toBe(false)
    expect(seen[0]?.headers.get('x-other')).toBe('stays')
  } finally {
    globalThis.fetch = usual
  }
})

test.each(['chat', 'responses'] as const)(
  'an agent on the SDK of OpenAI, by %s, runs far beyond its window',
  async (api) => {
    const model = 'gpt-6-sol'
    const { simulator, context, compactions, events } = await stage({ model })
    const client = new OpenAI({ apiKey: 'test', baseURL: `${simulator.url}/v1`, maxRetries: 0, fetch: context.fetch })
    const parameters = { type: 'object', properties: { path: { type: 'string' } } }
    const chat = async (messages: OpenAI.ChatCompletionMessageParam[], step: number): Promise<boolean> => {
      const { choices } = await client.chat.completions.create({
        ...{ model, messages, max_completion_tokens: 2_000 },
        tools: [{ type: 'function', function: { name: 'read', parameters } }],
      })
      const message = choices[0]?.message
      if (message === undefined) return false
      messages.push(message)
      for (const { id } of message.tool_calls ?? [])
        messages.push({ role: 'tool', tool_call_id: id, content: words(step, 400) })
      return (message.tool_calls?.length ?? 0) > 0
    }
    const respond = async (input: OpenAI.Responses.ResponseInputItem[], step: number): Promise<boolean> => {
      const { output } = await client.responses.create({
        ...{ model, input, max_output_tokens: 2_000, store: false, include: ['reasoning.encrypted_content'] },
        tools: [{ type: 'function', name: 'read', parameters, strict: false }],
      })
      input.push(...(output as OpenAI.Responses.ResponseInputItem[]))
      const calls = output.filter((item) => item.type === 'function_call')
      for (const { call_id } of calls) input.push({ type: 'function_call_output', call_id, output: words(step, 400) })
      return calls.length > 0
    }
    await context.run('chat-42', async () => {
      const history: never[] = [{ role: 'user', content: 'Read all files.' } as never]
      for (let step = 0; await (api === 'chat' ? chat(history, step) : respond(history, step)); step++);
    })
    expect(simulator.calls.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
    expect(compactions()).toBeGreaterThan(0)
    expect(events.filter(({ kind }) => kind === 'problem')).toEqual([])
  },
)
