import { createAnthropic } from '@ai-sdk/anthropic'
import { contextMiddleware, contextStep } from '@palimpsest/context/ai-sdk'
import { jsonSchema, stepCountIs, streamText, tool, wrapLanguageModel } from 'ai'
import { compare, fileText, installed, maxTokens, question, schema, system } from './agent-desk.mjs'

const tools = {
  read: tool({ description: 'Reads.', inputSchema: jsonSchema(schema), execute: ({ path }) => fileText(path) }),
}

const agent =
  (around) =>
  async ({ url, model, context }) => {
    const plain = createAnthropic({ baseURL: `${url}/v1`, apiKey: 'any' })(model)
    const result = streamText({
      ...(context ? around(plain, context) : { model: plain }),
      ...{ system, messages: [{ role: 'user', content: question }], tools, maxOutputTokens: maxTokens, maxRetries: 0 },
      stopWhen: stepCountIs(100),
      onError: () => undefined,
    })
    await result.consumeStream()
    return (await result.responseMessages) ?? (await result.response).messages
  }

await compare(
  `${installed('ai')}, contextMiddleware`,
  'claude-sonnet-5',
  agent((model, context) => ({
    model: wrapLanguageModel({ model, middleware: contextMiddleware(context) }),
    providerOptions: { palimpsest: { conversation: 'chat-42' } },
  })),
)
await compare(
  `${installed('ai')}, contextStep`,
  'claude-sonnet-5',
  agent((model, context) => ({
    model,
    prepareStep: contextStep(context, { conversation: 'chat-42' }),
  })),
  { uncounted: 1, unsaid: 1 },
)
