import Anthropic from '@anthropic-ai/sdk'
import { anthropicContext } from '@palimpsest/context/anthropic'
import { compare, fileText, installed, maxTokens, named, question, schema, system } from './agent-desk.mjs'

const name = installed('@anthropic-ai/sdk')
// Before 1.2 there are no threads to turn off.
const whole = name.includes(' 0.') ? {} : { thread: false }
const read = { name: 'read', description: 'Reads.', input_schema: schema }
const client = ({ url, context }) =>
  new Anthropic({ apiKey: 'any', baseURL: url, maxRetries: 0, middleware: context ? [anthropicContext(context)] : [] })

const loop = (ask) => (desk) =>
  named(desk, async () => {
    const messages = [{ role: 'user', content: question }]
    for (;;) {
      const body = { model: desk.model, max_tokens: maxTokens, system, tools: [read], messages: [...messages] }
      const { content } = await ask(client(desk), body)
      messages.push({ role: 'assistant', content })
      const calls = content.filter(({ type }) => type === 'tool_use')
      if (calls.length === 0) return messages
      messages.push({
        role: 'user',
        content: calls.map(({ id, input }) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: fileText(input.path),
        })),
      })
    }
  })

const runner = (desk) =>
  named(desk, async () => {
    const run = { ...read, type: 'custom', parse: (input) => input, run: ({ path }) => fileText(path) }
    const running = client(desk).beta.messages.toolRunner({
      ...{ model: desk.model, max_tokens: maxTokens, system, tools: [run], ...whole },
      messages: [{ role: 'user', content: question }],
    })
    await running.runUntilDone()
    return running.params.messages
  })

await compare(
  `${name}, create`,
  'claude-sonnet-5',
  loop((one, body) => one.messages.create(body)),
)
await compare(
  `${name}, stream`,
  'claude-sonnet-5',
  loop((one, body) => one.messages.stream(body).finalMessage()),
)
await compare(`${name}, toolRunner`, 'claude-sonnet-5', runner)
