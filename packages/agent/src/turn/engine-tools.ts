import { type ContextEngine, isObject, type Json } from '@palimpsest/core'
import type { Tool } from '../tools/tool.ts'
import type { Conversation } from './conversation.ts'

/** Cut by the engine itself; what it reads back is never spilled again. */
const limits = { maxChars: 100_000, neverSpilled: true } as const

/** The tools that an engine offers to the model, as the agent runs tools. */
export function engineTools(engine: ContextEngine, conversation: Conversation): readonly Tool[] {
  return (engine.tools ?? []).map((tool) => ({
    name: tool.name,
    description: tool.description,
    schema: tool.schema,
    limits,
    needsConfirmation: () => undefined,
    run: async (input, _, signal) => {
      const parts = await tool.run(asJson(input), await conversation.view(), signal)
      const content = parts.flatMap((part) => (part.type === 'thinking' || part.type === 'tool-call' ? [] : [part]))
      const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
      return content.every(({ type }) => type === 'text') ? { text } : { text, parts: content }
    },
  }))
}

/** Arguments that were no JSON at all come as text. */
function asJson(input: unknown): Json {
  return typeof input === 'string' || isObject(input as Json) ? (input as Json) : {}
}
