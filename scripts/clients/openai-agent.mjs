import OpenAI from 'openai'
import { compare, fileText, installed, maxTokens, named, question, schema, system } from './agent-desk.mjs'

const client = ({ url, fetch }) => new OpenAI({ apiKey: 'any', baseURL: `${url}/v1`, maxRetries: 0, fetch })
const read = { name: 'read', description: 'Reads.', parameters: schema }

const chat = (desk) =>
  named(desk, async () => {
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: question },
    ]
    for (;;) {
      const { choices } = await client(desk).chat.completions.create({
        ...{ model: desk.model, messages, max_completion_tokens: maxTokens },
        tools: [{ type: 'function', function: read }],
      })
      const { message } = choices[0]
      messages.push(message)
      if (message.tool_calls === undefined) return messages
      for (const {
        id,
        function: { arguments: input },
      } of message.tool_calls)
        messages.push({ role: 'tool', tool_call_id: id, content: fileText(JSON.parse(input).path) })
    }
  })

const responses = (desk) =>
  named(desk, async () => {
    const input = [{ role: 'user', content: question }]
    for (;;) {
      const { output } = await client(desk).responses.create({
        ...{ model: desk.model, instructions: system, input, max_output_tokens: maxTokens, store: false },
        tools: [{ type: 'function', ...read, strict: false }],
      })
      input.push(...output)
      const calls = output.filter(({ type }) => type === 'function_call')
      if (calls.length === 0) return input
      for (const { call_id, arguments: given } of calls)
        input.push({ type: 'function_call_output', call_id, output: fileText(JSON.parse(given).path) })
    }
  })

const name = installed('openai')
await compare(`${name}, chat`, 'gpt-5', chat)
await compare(`${name}, responses`, 'gpt-5', responses)
