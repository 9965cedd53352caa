import type { ContextEngine } from '@palimpsest/core/engine'
import { isObject, type Json } from '@palimpsest/core/json'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { TurnConversation } from './turn-conversation.ts'

/** Cut by the engine itself; what it reads back is never spilled again. */
const limits = { maxChars: 100_000, neverSpilled: true } as const

/** The tools that an engine brings for the model, and notices about them for the user. */
export interface EngineTools {
  readonly tools: readonly AgentTool[]
  readonly notices: readonly string[]
}

/** The tools that an engine offers to the model, as the agent runs tools. None of them takes the place of another. */
export function engineTools(
  engine: ContextEngine,
  conversation: TurnConversation,
  others: readonly AgentTool[],
): EngineTools {
  const taken = new Set(['delegate', ...others.map(({ name }) => name)])
  const tools: AgentTool[] = []
  const notices: string[] = []
  for (const tool of engine.tools ?? []) {
    if (taken.has(tool.name)) notices.push(clash(engine.name, tool.name))
    else tools.push(asTool(tool, conversation))
    taken.add(tool.name)
  }
  return { tools, notices }
}

function clash(engine: string, tool: string): string {
  return `The engine ${engine} offers a tool named ${tool}, but there is one of that name; the engine's is left out.`
}

function asTool(tool: EngineTool, conversation: TurnConversation): AgentTool {
  return {
    name: tool.name,
    description: tool.description,
    schema: tool.schema,
    limits,
    isChanging: false,
    run: async (input, _, signal) => {
      const parts = await tool.run(asJson(input), await conversation.view(), signal)
      const content = parts.flatMap((part) => (part.type === 'thinking' || part.type === 'tool-call' ? [] : [part]))
      const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
      return content.every(({ type }) => type === 'text') ? { text } : { text, parts: content }
    },
  }
}

type EngineTool = NonNullable<ContextEngine['tools']>[number]

/** Arguments that were no JSON at all come as text. */
function asJson(input: unknown): Json {
  return typeof input === 'string' || isObject(input as Json) ? (input as Json) : {}
}
