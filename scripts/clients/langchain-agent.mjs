import { ChatAnthropic } from '@langchain/anthropic'
import { MemorySaver } from '@langchain/langgraph'
import { createAgent, tool } from 'langchain'
import { compare, fileText, installed, maxTokens, named, question, schema, system } from './agent-desk.mjs'

const read = tool(({ path }) => fileText(path), { name: 'read', description: 'Reads.', schema })

await compare(`${installed('langchain')}, fetch`, 'claude-sonnet-5', (desk) =>
  named(desk, async () => {
    const model = new ChatAnthropic({
      ...{ model: desk.model, apiKey: 'any', anthropicApiUrl: desk.url, maxTokens, maxRetries: 0 },
      clientOptions: { fetch: desk.fetch },
    })
    const agent = createAgent({ model, tools: [read], systemPrompt: system, checkpointer: new MemorySaver() })
    const thread = { configurable: { thread_id: 'chat-42' }, recursionLimit: 500 }
    await agent.invoke({ messages: [{ role: 'user', content: question }] }, thread)
    const { values } = await agent.graph.getState(thread)
    return values.messages.map(({ type, content, tool_calls }) => ({ type, content, tool_calls }))
  }),
)
