import type Anthropic from '@anthropic-ai/sdk'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  assistant,
  createSimulatorDesk,
  envelope,
  mark,
  type SimulatorDesk,
  text,
  user,
  words,
} from './simulator-desk.arbitrary.ts'

let desk: SimulatorDesk
beforeEach(async () => {
  desk = await createSimulatorDesk()
})
afterEach(() => desk.close())

const look = { name: 'look', description: words('tool', 1_500), input_schema: { type: 'object' as const } }
const search = { type: 'web_search_20250305' as const, name: 'web_search' as const }
const image = {
  type: 'image' as const,
  source: { type: 'base64' as const, media_type: 'image/png' as const, data: 'iVBORw0KGgo=' },
}
const question = text(words('question', 1_200), mark())
const base = {
  model: 'claude-sonnet-5',
  max_tokens: 100,
  tools: [{ ...look, ...mark() }],
  system: [text(words('rules', 1_200), mark())],
  messages: [user(question)],
}

type Body = Record<string, unknown>
type Usage = Anthropic.Usage

async function ask(body: Body): Promise<Usage> {
  return (await desk.claude().messages.create(body as unknown as Anthropic.MessageCreateParamsNonStreaming)).usage
}

const readOf = ({ cache_read_input_tokens: read }: Usage) => read ?? 0
const wholeOf = (usage: Usage) => readOf(usage) + (usage.cache_creation_input_tokens ?? 0) + usage.input_tokens

/** The levels that a call after a first one finds again, by what it read. */
async function levelRead(first: Body, second: Body): Promise<string> {
  const sizes = {
    tools: await countUpTo({ ...second, system: undefined, messages: [user(text('x'))] }, 'x'),
    system: await countUpTo({ ...second, messages: [user(text('x'))] }, 'x'),
  }
  await ask(first)
  const usage = await ask(second)
  const read = readOf(usage)
  if (read === 0) return 'nothing'
  if (read === wholeOf(usage)) return 'everything'
  if (read === sizes.system) return 'tools and system'
  return read <= sizes.tools ? 'tools' : `${read} tokens`
}

/** Tokens before a last message that says this. */
async function countUpTo(body: Body, said: string): Promise<number> {
  const { max_tokens: _, metadata: __, stop_sequences: ___, ...rest } = body
  const { input_tokens: tokens } = await desk
    .claude()
    .messages.countTokens(rest as unknown as Anthropic.MessageCountTokensParams)
  return tokens - envelope - said.length
}

const changes: readonly [string, Body, string][] = [
  ['nothing', {}, 'everything'],
  ['the limit of the reply', { max_tokens: 50 }, 'everything'],
  ['metadata', { metadata: { user_id: 'u1' } }, 'everything'],
  ['a stop sequence', { stop_sequences: ['END'] }, 'everything'],
  ['the speed that all have', { speed: 'standard' }, 'everything'],
  ['the choice that all have', { tool_choice: { type: 'auto', disable_parallel_tool_use: false } }, 'everything'],
  ['one tool at a time', { tool_choice: { type: 'auto', disable_parallel_tool_use: true } }, 'tools and system'],
  ['a tool', { tools: [{ ...look, strict: true, ...mark() }] }, 'nothing'],
  ['the model', { model: 'claude-opus-4-8' }, 'nothing'],
  ['rules', { system: [text(`Now: ${words('rules', 1_200)}`, mark())] }, 'tools'],
  ['speed', { speed: 'fast' }, 'tools'],
  ['web search, named last', { tools: [...base.tools, search] }, 'tools'],
  ['web search, named first', { tools: [search, ...base.tools] }, 'tools'],
  ['tool choice', { tool_choice: { type: 'any' } }, 'tools and system'],
  ['an image', { messages: [user(image, question)] }, 'tools and system'],
  ['an image after all', { messages: [user(question, image)] }, 'tools and system'],
  ['thinking', { thinking: { type: 'adaptive' } }, 'tools and system'],
  ['effort', { output_config: { effort: 'low' } }, 'tools and system'],
]

describe('what a change leaves to read (A11)', () => {
  test.each(changes)('%s', async (_, change, level) => {
    expect(await levelRead(base, { ...base, ...change })).toBe(level)
  })

  test.each(changes)('%s, taken back', async (_, change, level) => {
    expect(await levelRead({ ...base, ...change }, base)).toBe(level)
  })
})

test('a tool that waits to be searched for changes no prompt, and costs nothing (A12)', async () => {
  const find = { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' }
  const tools = [find, ...base.tools]
  const whole = wholeOf(await ask({ ...base, tools }))
  const deferred = { ...look, name: 'later', defer_loading: true }
  const usage = await ask({ ...base, tools: [...tools, deferred] })
  expect(readOf(usage)).toBe(whole)
  expect(wholeOf(usage)).toBe(whole)
})

test('a tool that the provider runs carries a breakpoint like any other', async () => {
  const tools = (marked: object) => [look, { type: 'code_execution_20250825', name: 'code_execution', ...marked }]
  const messages = [user(text('Hello.'))]
  const system = words('other', 50)
  await ask({ ...base, tools: tools(mark()), system, messages })
  const usage = await ask({ ...base, tools: tools(mark()), system: 'Others.', messages })
  expect(readOf(usage)).toBeGreaterThan(1_500)
  const grown = { ...base, tools: tools({}), system, messages: [user(text('Hello.', mark()))] }
  expect(readOf(await ask(grown))).toBe(readOf(usage))
})

test('a system message inside the conversation leaves all before it to read (A12)', async () => {
  const opening = { ...base, model: 'claude-opus-5' }
  const whole = wholeOf(await ask(opening))
  const note = { role: 'system', content: [text('From now on answer in French.', mark())] }
  const usage = await ask({ ...opening, messages: [user(text(question.text)), note] })
  expect(readOf(usage)).toBe(whole)
})

test('where nothing is found, the search goes on at the breakpoint before (A3)', async () => {
  const blocks = Array.from({ length: 25 }, (_, i) => text(`block ${i}`, i === 24 ? mark() : undefined))
  await ask({ ...base, messages: [user(text('Hello.'))] })
  const usage = await ask({ ...base, messages: [user(...blocks)] })
  expect(readOf(usage)).toBeGreaterThan(2_000)
})

test.each([
  [
    'beside four breakpoints',
    { ...mark(), messages: [user(question), assistant(text('Yes.', mark())), user(text('Go.'))], tools: base.tools },
    'A maximum of 4 blocks with cache_control may be provided. Found 5.',
  ],
  [
    'beside another lifetime on the last block',
    { ...mark('5m'), system: undefined, tools: undefined, messages: [user(text('Go.', mark('1h')))] },
    "ttl='5m'",
  ],
])('automatic caching is refused %s (A10)', async (_, change, said) => {
  await expect(ask({ ...base, ...change })).rejects.toThrow(said)
})

test.each([
  ['Fable 5.1', 'claude-fable-5-1', 0.25],
  ['Opus 5.5', 'claude-opus-5-5', 0.2],
  ['Sonnet 5.5', 'claude-sonnet-5-5', 0.1],
  ['Haiku 5.5', 'claude-haiku-5-5', 0.01],
])('%s reads at its own price (A7)', async (_, model, price) => {
  const prompt = { ...base, model, max_tokens: 0, system: [text(words('rules', 6_000), mark())] }
  await ask(prompt)
  const read = readOf(await ask(prompt))
  const { cost } = desk.calls.at(-1) ?? {}
  expect(read).toBeGreaterThan(6_000)
  expect(cost).toEqual({ kind: 'known', usd: expect.closeTo((read * price) / 1e6, 9) })
})
