import type Anthropic from '@anthropic-ai/sdk'
import type OpenAI from 'openai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSimulatorDesk, envelope, mark, type SimulatorDesk, T, text, words } from './simulator-desk.arbitrary.ts'

let desk: SimulatorDesk
beforeEach(async () => {
  desk = await createSimulatorDesk()
})
afterEach(() => desk.close())

const rules = words('rules', 2_000)
const schema = (title: string) => ({ type: 'object' as const, title })
const claudeFormat = (title: string) => ({ type: 'json_schema' as const, schema: schema(title) })
const openAiFormat = (title: string) => ({ name: 'reply', schema: schema(title) })

test('a reply of another shape leaves only the tools to read, and the shape is part of the prompt', async () => {
  const look = { name: 'look', description: words('tool', 1_500), input_schema: schema('in'), ...mark() }
  const ask = async (output: Pick<Anthropic.MessageCreateParams, 'output_config'>) => {
    const system = [text(rules, mark())]
    const messages = [{ role: 'user' as const, content: 'Hi.' }]
    const body = { model: 'claude-sonnet-5', max_tokens: 9, tools: [look], system, messages, ...output }
    const { cache_read_input_tokens: read, cache_creation_input_tokens: written } = (
      await desk.claude().messages.create(body)
    ).usage
    return [read ?? 0, written ?? 0] as const
  }
  const [, free] = await ask({})
  const tools = free - envelope - T(rules)
  const shaped = (title: string) => envelope + T(JSON.stringify(claudeFormat(title))) + envelope + T(rules)
  expect(await ask({ output_config: { format: claudeFormat('one') } })).toEqual([tools, shaped('one')])
  expect(await ask({ output_config: { format: claudeFormat('two') } })).toEqual([tools, shaped('two')])
  expect(await ask({ output_config: { format: claudeFormat('one') } })).toEqual([tools + shaped('one'), 0])
})

type Ask = (title: string) => Promise<number | undefined>
const asks: readonly [string, (model: string) => Ask][] = [
  [
    'Chat',
    (model) => async (title) => {
      const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'system', content: rules }]
      const format = { type: 'json_schema' as const, json_schema: openAiFormat(title) }
      const reply = await desk.openai().chat.completions.create({ model, messages, response_format: format })
      return reply.usage?.prompt_tokens_details?.cached_tokens
    },
  ],
  [
    'Responses',
    (model) => async (title) => {
      const format = { type: 'json_schema' as const, ...openAiFormat(title) }
      const reply = await desk.openai().responses.create({ model, input: rules, text: { format } })
      return reply.usage?.input_tokens_details.cached_tokens
    },
  ],
]

test.each(asks)('%s reads nothing where the shape of the reply, which comes first, is another', async (_, askOf) => {
  for (const model of ['gpt-4.1', 'gpt-6-sol']) {
    const ask = askOf(model)
    expect([await ask('one'), await ask('two')]).toEqual([0, 0])
    expect(await ask('one')).toBeGreaterThan(2_000)
  }
})

test.each(['gpt-4.1', 'gpt-6-sol'])(
  '%s reads nothing of what somebody else says, and reads who it is',
  async (model) => {
    const ask = async (speaker: object) => {
      const messages = [{ role: 'user' as const, content: rules, ...speaker }]
      const { usage } = await desk.openai().chat.completions.create({ model, messages })
      return [usage?.prompt_tokens, (usage?.prompt_tokens_details?.cached_tokens ?? 0) > 0]
    }
    const size = envelope + T(rules)
    expect(await ask({})).toEqual([size, false])
    expect(await ask({ name: 'bob' })).toEqual([size + T('bob'), false])
    expect(await ask({ name: 'eve' })).toEqual([size + T('eve'), false])
    expect(await ask({ name: 'bob' })).toEqual([size + T('bob'), true])
  },
)
