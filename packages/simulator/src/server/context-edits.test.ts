import { isList, isObject, type JsonObject, parseJson } from '@palimpsest/core/json'
import type { Message } from '@palimpsest/core/message'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSimulator, type Simulator } from './create-simulator.ts'
import { words } from './simulator-desk.arbitrary.ts'

let simulator: Simulator
/** What the model read last. */
let read: readonly Message[] = []
beforeAll(async () => {
  simulator = await createSimulator({
    model: ({ messages }) => {
      read = messages
      return [{ type: 'text', text: 'Done.' }]
    },
  })
})
beforeEach(() => {
  read = []
})
afterAll(() => simulator.close())

const headers = {
  'x-api-key': 'k',
  'anthropic-version': '2023-06-01',
  'anthropic-beta': 'context-management-2025-06-27',
}
const seen = (turn: number) => words(`Page ${turn}`, 400)
const turn = (n: number, name = 'look') => [
  { role: 'user', content: `Question ${n}.` },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: words(`Thought ${n}`, 50), signature: `seal-${n}` },
      { type: 'tool_use', id: `t${n}`, name, input: { page: words(`Where ${n}`, 30) } },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: seen(n) }] },
  { role: 'assistant', content: [{ type: 'text', text: `Answer ${n}.` }] },
]
const messages = [...turn(1), ...turn(2, 'keep'), ...turn(3), ...turn(4), { role: 'user', content: 'And?' }]
const body = (...edits: readonly object[]) => ({
  model: 'claude-sonnet-5',
  max_tokens: 100,
  thinking: { type: 'adaptive' },
  tools: ['look', 'keep'].map((name) => ({ name, input_schema: { type: 'object' } })),
  messages,
  ...(edits.length > 0 && { context_management: { edits } }),
})

async function post(path: string, sent: object): Promise<JsonObject> {
  const request = { method: 'POST', headers, body: JSON.stringify(sent) }
  const reply = parseJson(await (await fetch(`${simulator.url}/v1/${path}`, request)).text())
  return isObject(reply) ? reply : {}
}

const tokensOf = async (sent: object) => {
  await post('messages', sent)
  const { input = 0, cacheRead = 0, cacheWrite = 0 } = simulator.calls.at(-1)?.usage ?? {}
  return input + cacheRead + cacheWrite
}

const appliedIn = ({ context_management: context }: JsonObject) =>
  isObject(context) && isList(context.applied_edits) ? context.applied_edits : undefined

const results = () => read.flatMap(({ role, parts }) => (role === 'tool' ? parts : []))
const thoughts = () => read.flatMap(({ parts }) => parts.filter((part) => 'signature' in part)).length
const clearing = (fields: object = {}) => ({
  type: 'clear_tool_uses_20250919',
  trigger: { type: 'tool_uses', value: 3 },
  keep: { type: 'tool_uses', value: 1 },
  ...fields,
})

test('results older than the last ones are cleared, and the bill and the report say so', async () => {
  const whole = await tokensOf(body())
  const edited = body(clearing())
  const reply = await post('messages', edited)
  expect(results().map((part) => part.type === 'text' && part.text.startsWith('Page'))).toEqual([
    false,
    false,
    false,
    true,
  ])
  const left = await tokensOf(edited)
  const report = { type: 'clear_tool_uses_20250919', cleared_tool_uses: 3, cleared_input_tokens: whole - left }
  expect(whole - left).toBeGreaterThan(900)
  expect(appliedIn(reply)).toEqual([report])
  const { max_tokens, ...countable } = edited
  expect(await post('messages/count_tokens', countable)).toEqual({
    input_tokens: left,
    context_management: { original_input_tokens: whole },
  })
})

test.each<[string, object, number]>([
  ['a tool that is excluded keeps its results', { exclude_tools: ['keep'] }, 2],
  ['nothing is cleared below the trigger', { trigger: { type: 'tool_uses', value: 4 } }, 0],
  ['nothing is cleared below a trigger in tokens', { trigger: { type: 'input_tokens', value: 50_000 } }, 0],
  ['nothing is cleared where it would be too little', { clear_at_least: { type: 'input_tokens', value: 50_000 } }, 0],
  ['the last three stay by themselves', { keep: null }, 1],
])('%s', async (_, fields, count) => {
  const reply = await post('messages', body(clearing(fields)))
  expect(results().filter((part) => part.type === 'text' && !part.text.startsWith('Page'))).toHaveLength(count)
  expect(appliedIn(reply)).toHaveLength(count === 0 ? 0 : 1)
})

test('inputs are cleared of the tools that are named', async () => {
  await post('messages', body(clearing({ clear_tool_inputs: ['look'] })))
  const inputs = read.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool-call' ? [part.arguments] : [])),
  )
  expect(inputs.map((input) => input === '{}')).toEqual([true, false, true, false])
})

test.each<[string, unknown, number]>([
  ['all', 'all', 4],
  ['all, by type', { type: 'all' }, 4],
  ['of two turns', { type: 'thinking_turns', value: 2 }, 2],
  ['of the last turn where nothing is said', undefined, 1],
])('thinking is kept: %s', async (_, keep, count) => {
  const reply = await post('messages', body({ type: 'clear_thinking_20251015', keep }))
  expect(thoughts()).toBe(count)
  const report = { type: 'clear_thinking_20251015', cleared_thinking_turns: 4 - count }
  expect(appliedIn(reply)).toMatchObject(count === 4 ? [] : [report])
})

test('a model that forgets what it thought remembers it where the request says so', async () => {
  const older = {
    ...body(),
    model: 'claude-haiku-4-5',
    thinking: { type: 'enabled', budget_tokens: 1_024 },
    max_tokens: 2_000,
  }
  const kept = { ...older, ...{ context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] } } }
  expect((await tokensOf(kept)) - (await tokensOf(older))).toBeGreaterThan(150)
})
