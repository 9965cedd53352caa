import { createAnthropic } from '@ai-sdk/anthropic'
import { generateText, jsonSchema, type ModelMessage, stepCountIs, ToolLoopAgent, tool } from 'ai'
import { afterEach, expect, test, vi } from 'vitest'
import { countBreaks, fileText, providerDesk } from '../provider-desk.arbitrary.ts'
import { contextStep, type StepInput } from './context-step.ts'

afterEach(() => vi.unstubAllEnvs())

const tools = {
  read: tool({
    description: 'Reads.',
    inputSchema: jsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } } }),
    execute: async ({ path }) => fileText(path),
  }),
}

test('an agent of 60 steps whose model is not wrapped runs far beyond its window', async () => {
  const model = 'claude-sonnet-5-5'
  const { simulator, context, refused, kinds, bodies, fetch, close } = await providerDesk({ model })
  const anthropic = createAnthropic({ baseURL: `${simulator.url}/v1`, apiKey: 'test', fetch })
  const agent = new ToolLoopAgent({
    model: anthropic(model),
    instructions: 'Be brief.',
    tools,
    maxOutputTokens: 2_000,
    maxRetries: 0,
    stopWhen: stepCountIs(100),
    prepareStep: contextStep(context, { conversation: 'chat-42' }),
    providerOptions: { anthropic: { thinking: { type: 'adaptive' } } },
  })
  const { text, response } = await agent.generate({ prompt: 'Read all files.' })
  await close()
  expect(text).toBe('Done.')
  expect(refused()).toEqual([])
  expect(kinds('problem')).toEqual([])
  expect(kinds('compacted').length).toBeGreaterThan(2)
  expect(kinds('observed')).toHaveLength(60)
  expect(countBreaks(bodies)).toBe(kinds('compacted').length)
  expect(response.messages.filter(({ role }) => role === 'tool')).toHaveLength(60)
})

const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const says = (text: string): ModelMessage => ({ role: 'assistant', content: [{ type: 'text', text }] })

/** A host that goes on from what it was given: version 7, which tells its originals, or one that does not. */
async function goOn(tellsOriginals: boolean) {
  const { context, store, close } = await providerDesk({ model: 'claude-sonnet-5' })
  const prepare = contextStep(context, { conversation: 'chat-42' })
  const initialMessages = [user('Count, please.')]
  const steps: { usage: object; response: { messages: ModelMessage[] } }[] = []
  let messages = initialMessages
  for (let i = 0; i < 9; i++) {
    const responseMessages = steps.flatMap(({ response }) => response.messages)
    const step: StepInput<ModelMessage> = {
      ...{ messages, model: 'anthropic/claude-sonnet-5', steps },
      ...(tellsOriginals && { initialMessages, responseMessages }),
    }
    const prepared = await prepare(step)
    const answer = [says(`That is ${i}.`), user(`And after ${i}?`)]
    messages = [...(prepared.messages ?? messages), ...answer]
    steps.push({ usage: { inputTokens: 10 }, response: { messages: answer } })
  }
  const log = await store.originals((await store.conversations())[0]?.id as never)
  await close()
  return { marks: JSON.stringify(messages).split('cacheControl').length - 1, said: log.length }
}

test.each([true, false])('breakpoints do not add up, whether the host tells its originals: %s', async (tells) => {
  const { marks, said } = await goOn(tells)
  expect(marks).toBeGreaterThan(0)
  expect(marks).toBeLessThanOrEqual(4)
  expect(said).toBe(17)
})

test('what was said to a running agent stays where it was said', async () => {
  const { context, close } = await providerDesk({ model: 'gpt-6-sol' })
  const [asked, steered, again] = [user('Count.'), user('Faster!'), user('Stop!')]
  const answers = [says('One.'), says('Two.')]
  const step = {
    ...{
      model: 'gpt-6-sol',
      messages: [user('something shorter')],
      initialMessages: [asked],
      responseMessages: answers,
    },
    steps: [
      { usage: {}, response: { messages: [answers[0]] } },
      { usage: {}, response: { messages: [answers[1]] }, experimental_steeringMessages: [steered] },
    ],
    experimental_steeringMessages: [again],
  }
  const { messages } = await contextStep(context, { conversation: 'chat-42' })(step)
  await close()
  expect(messages).toEqual([asked, answers[0], steered, answers[1], again])
})

/** The bodies of a short run, with and without a context. */
async function bodiesOf(isBare: boolean, isStreamed: boolean) {
  const model = 'claude-sonnet-5-5'
  const store = '/nowhere/at/all.db'
  const { simulator, context, bodies, fetch, close } = await providerDesk({ model, steps: 4, context: { store } })
  const agent = new ToolLoopAgent({
    model: createAnthropic({ baseURL: `${simulator.url}/v1`, apiKey: 'test', fetch })(model),
    ...{ instructions: 'Be brief.', tools, maxRetries: 0, maxOutputTokens: 2_000 },
    ...(!isBare && { prepareStep: contextStep(context, { conversation: 'chat-42' }) }),
  })
  if (isStreamed) await (await agent.stream({ prompt: 'Read all files.' })).consumeStream()
  else await agent.generate({ prompt: 'Read all files.' })
  await close()
  return bodies
}

test.each([true, false])(
  'turned off by the environment, the bodies, streamed %s, are to the byte what they are without us',
  async (isStreamed) => {
    const bare = await bodiesOf(true, isStreamed)
    vi.stubEnv('PALIMPSEST', 'off')
    expect(bare).toHaveLength(5)
    expect(await bodiesOf(false, isStreamed)).toEqual(bare)
  },
)

test('a step of which nothing changes is left alone', async () => {
  const { context, simulator, close } = await providerDesk({ model: 'gpt-6-sol' })
  const anthropic = createAnthropic({ baseURL: `${simulator.url}/v1`, apiKey: 'test' })
  const given: unknown[] = []
  await generateText({
    model: anthropic('claude-sonnet-5'),
    prompt: 'Hi',
    prepareStep: async (step) => {
      given.push(await contextStep(context, { conversation: 'chat-1' })({ ...step, model: 'gpt-6-sol' }))
      return {}
    },
  })
  await close()
  expect(given).toEqual([{}])
})
