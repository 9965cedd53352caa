import { createAnthropic } from '@ai-sdk/anthropic'
import { createContext } from '@palimpsest/context'
import { contextMiddleware, contextStep } from '@palimpsest/context/ai-sdk'
import { streamText, ToolLoopAgent, wrapLanguageModel } from 'ai'

const context = await createContext()
const plain = createAnthropic()('claude-sonnet-5')
const model = wrapLanguageModel({ model: plain, middleware: contextMiddleware(context) })
export const newest = wrapLanguageModel({ model: plain, middleware: [contextMiddleware(context, 'v3')] })
export const result = streamText({ model, prompt: 'Hi', providerOptions: { palimpsest: { conversation: 'chat-42' } } })
export const agent = new ToolLoopAgent({ model: plain, prepareStep: contextStep(context, { conversation: 'chat-42' }) })
