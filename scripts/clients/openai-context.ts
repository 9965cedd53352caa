import { createContext } from '@palimpsest/context'
import OpenAI from 'openai'

const context = await createContext()
export const client = new OpenAI({ apiKey: 'any', fetch: context.fetch })
const body: OpenAI.ChatCompletionCreateParamsNonStreaming = {
  model: 'gpt-5',
  messages: [{ role: 'user', content: 'Hi' }],
}
const prepared = await context.conversation('chat-42').prepare(body)
export const reply = await client.chat.completions.create(prepared.body)
