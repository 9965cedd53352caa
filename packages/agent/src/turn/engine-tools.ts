import { findToolsName } from '@palimpsest/core/compaction'
import type { ContextEngine } from '@palimpsest/core/engine'
import { isObject, type Json } from '@palimpsest/core/json'
import type { AgentTool } from '../tools/agent-tool.ts'
import { resultOfParts } from '../tools/result-of-parts.ts'
import type { AgentParts } from './agent.ts'
import type { TurnConversation } from './turn-conversation.ts'

/** Names that no engine and no plugin gives to a tool: whatever has them is the agent's own. */
export const reservedNames: readonly string[] = ['delegate', findToolsName]

/** Cut by the engine itself; what it reads back is never spilled again. */
const limits = { maxChars: 100_000, neverSpilled: true } as const

/** The tools that an engine or plugins bring for the model, and notices about them for the user. */
export interface BroughtTools {
  readonly tools: readonly AgentTool[]
  readonly notices: readonly string[]
}

/** The tools that an engine offers to the model, as the agent runs tools. None of them takes the place of another. */
export function engineTools(
  engine: ContextEngine,
  conversation: TurnConversation,
  others: readonly AgentTool[],
): BroughtTools {
  const taken = new Set([...reservedNames, ...others.map(({ name }) => name)])
  const tools: AgentTool[] = []
  const notices: string[] = []
  for (const tool of engine.tools ?? []) {
    if (taken.has(tool.name)) notices.push(clash(engine.name, tool.name))
    else tools.push(asTool(tool, conversation))
    taken.add(tool.name)
  }
  return { tools, notices }
}

/** The tools of plugins whose names are free. A sub-agent has those of its parent already. */
export function pluginTools({ tools, plugins }: Pick<AgentParts, 'tools' | 'plugins'>): BroughtTools {
  const taken = new Map(tools.map(({ name, group }) => [name, group]))
  for (const name of reservedNames) taken.set(name, undefined)
  const brought = plugins?.tools ?? []
  const clashing = brought.filter(({ name, group }) => taken.has(name) && taken.get(name) !== group)
  return {
    tools: brought.filter(({ name }) => !taken.has(name)),
    notices: clashing.map(
      ({ name, group }) =>
        `The plugin ${group} brings a tool named ${name}, but there is one of that name; the plugin's is left out.`,
    ),
  }
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
      return resultOfParts(await tool.run(asJson(input), await conversation.view(), signal))
    },
  }
}

type EngineTool = NonNullable<ContextEngine['tools']>[number]

/** Arguments that were no JSON at all come as text. */
function asJson(input: unknown): Json {
  return typeof input === 'string' || isObject(input as Json) ? (input as Json) : {}
}
