import type { Json } from '@palimpsest/core/json'
import { scripted } from '@palimpsest/simulator'
import { createSimulator, type Simulator } from '@palimpsest/simulator/server'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { afterEach, expect, test } from 'vitest'
import { createContext } from './create-context.ts'
import { words } from './host.arbitrary.ts'
import type { ContextEvent } from './options/context-options.ts'

const open: Simulator[] = []
afterEach(async () => {
  for (const simulator of open.splice(0)) await simulator.close()
})

const model = 'claude-sonnet-5-5'
const turns = 60

interface Reply {
  readonly content: readonly { readonly type: string }[]
}

async function stage() {
  const replies = Array.from({ length: turns * 3 }, (_, i) => ({
    thinking: `I weigh thought ${i} against all before it.`,
    text: `Answer ${i}: ${words(i, 30)}`,
  }))
  const simulator = await createSimulator({ model: scripted(replies), models: [{ id: model, contextTokens: 24_000 }] })
  open.push(simulator)
  const post = async (body: object): Promise<{ readonly status: number; readonly reply: Reply }> => {
    const headers = { 'content-type': 'application/json', 'x-api-key': 'test', 'anthropic-version': '2023-06-01' }
    const response = await fetch(`${simulator.url}/v1/messages`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return { status: response.status, reply: (await response.json()) as Reply }
  }
  return { post }
}

const bodyOf = (messages: readonly object[]) => ({
  ...{ model, max_tokens: 1_500, thinking: { type: 'adaptive' }, system: 'Be brief.' },
  messages: [...messages],
})

function thoughtsIn(body: object): number {
  const { messages } = body as { readonly messages: readonly { readonly content: Json }[] }
  return JSON.stringify(messages).split('"type":"thinking"').length - 1
}

test('no thinking is refused over several compactions, an edit, an undo and a restart', async () => {
  const { post } = await stage()
  const store = createMemoryStore()
  const events: ContextEvent[] = []
  const opened = () => createContext({ store, contextLength: 24_000, onEvent: (event) => events.push(event) })
  let context = await opened()
  let history: object[] = []
  const refused: unknown[] = []
  let most = 0
  for (let turn = 0; turn < turns; turn++) {
    if (turn === 25) history = history.slice(0, -4)
    if (turn === 33) await context.conversation('c').undo()
    if (turn === 45) context = await opened()
    history.push({ role: 'user', content: `Question ${turn}: ${words(1_000 + turn, 250)}` })
    const chat = context.conversation('c')
    const { body } = await chat.prepare(bodyOf(history))
    most = Math.max(most, thoughtsIn(body))
    const { status, reply } = await post(body)
    if (status !== 200) refused.push(reply)
    await chat.observe(reply)
    history.push({ role: 'assistant', content: reply.content })
  }
  expect(refused).toEqual([])
  expect(events.filter(({ kind }) => kind === 'compacted').length).toBeGreaterThanOrEqual(3)
  expect(most).toBeGreaterThan(2)
})

test('what this guards against is real: old thinking behind a summary is refused, and a retry goes without', async () => {
  const { post } = await stage()
  const context = await createContext({ store: createMemoryStore(), contextLength: 24_000 })
  const history: object[] = []
  for (let turn = 0; turn < 4; turn++) {
    history.push({ role: 'user', content: `Question ${turn}.` })
    const { reply } = await post(bodyOf(history))
    history.push({ role: 'assistant', content: reply.content })
  }
  const trimmed = bodyOf([
    { role: 'user', content: 'A summary of ours.' },
    ...history.slice(3),
    { role: 'user', content: 'Go on.' },
  ])
  const refusal = await post(trimmed)
  expect(refusal.status).toBe(400)
  const prepared = await context.conversation('c').prepare(trimmed)
  const retried = await prepared.retry({ status: 400, body: JSON.stringify(refusal.reply) })
  expect(retried && thoughtsIn(retried.body)).toBe(0)
  expect((await post(retried?.body ?? {})).status).toBe(200)
})
