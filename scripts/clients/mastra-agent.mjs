import { createAnthropic } from '@ai-sdk/anthropic'
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { z } from 'zod'
import { compare, fileText, installed, maxTokens, question, system } from './agent-desk.mjs'

const read = createTool({
  id: 'read',
  description: 'Reads.',
  inputSchema: z.object({ path: z.string() }),
  execute: async ({ path }) => fileText(path),
})

/** Prepares what Mastra is about to send, and observes what came back. Neither is stored by Mastra. */
function palimpsest(chat) {
  let prepared
  return {
    id: 'palimpsest',
    processLLMRequest: async ({ prompt, model }) => {
      prepared = await chat.prepare(prompt, { format: 'ai-sdk', model: model.modelId })
      return { prompt: prepared.body }
    },
    processLLMResponse: async ({ chunks }) => {
      const usage = chunks.findLast(({ type }) => type === 'finish' || type === 'step-finish')?.payload?.output?.usage
      if (usage) await prepared?.observe(usage)
    },
  }
}

await compare(
  `${installed('@mastra/core')}, processor`,
  'claude-sonnet-5',
  async ({ url, model, context }) => {
    const agent = new Agent({
      ...{ id: 'reader', name: 'Reader', instructions: system, tools: { read } },
      model: createAnthropic({ baseURL: `${url}/v1`, apiKey: 'any' })(model),
      inputProcessors: context ? [palimpsest(context.conversation('chat-42'))] : [],
    })
    const options = { maxSteps: 100, modelSettings: { maxOutputTokens: maxTokens, maxRetries: 0 } }
    const result = await agent.generate(question, options)
    if (result.error) throw result.error
    return result.messages
  },
  { unsaid: 1 },
)
