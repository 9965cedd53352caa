import { Agent, MemorySession, OpenAIProvider, Runner, setTracingDisabled, tool } from '@openai/agents'
import OpenAI from 'openai'
import { compare, fileText, installed, maxTokens, question, schema, system } from './agent-desk.mjs'

setTracingDisabled(true)
const parameters = { ...schema, additionalProperties: false }
const read = tool({
  name: 'read',
  description: 'Reads.',
  parameters,
  strict: false,
  execute: ({ path }) => fileText(path),
})

await compare(`${installed('@openai/agents')}, fetch`, 'gpt-5', async ({ url, model, fetch, context }) => {
  const openAIClient = new OpenAI({ apiKey: 'any', baseURL: `${url}/v1`, maxRetries: 0, fetch })
  const runner = new Runner({ modelProvider: new OpenAIProvider({ openAIClient }) })
  const modelSettings = { maxTokens, store: false }
  const agent = new Agent({ name: 'Reader', instructions: system, model, modelSettings, tools: [read] })
  const session = new MemorySession()
  const work = () => runner.run(agent, question, { session, maxTurns: 100 })
  await (context ? context.run(await session.getSessionId(), work) : work())
  return session.getItems()
})
