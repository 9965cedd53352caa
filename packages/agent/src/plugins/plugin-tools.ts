import type { EngineTool } from '@palimpsest/core/engine'
import type { Json } from '@palimpsest/core/json'
import type { PluginTool } from '@palimpsest/core/plugin'
import { z } from 'zod'
import type { AgentTool, ToolLimits } from '../tools/agent-tool.ts'
import { defineTool } from '../tools/define-tool.ts'
import { resultOfParts } from '../tools/result-of-parts.ts'
import { shownLines } from '../tools/shown-lines.ts'
import { containDefaults } from './contain-engine.ts'
import { containTool, isTool } from './contain-tool.ts'
import type { LoadedPlugin } from './load-plugin.ts'

/** Longer results are kept in a file, as those of all tools. */
const limits: ToolLimits = { maxChars: 100_000 }

/** The tools that plugins bring, contained, in their order; what is no tool is left out and reported. */
export function pluginTools(plugins: readonly LoadedPlugin[], tell: (text: string) => void): readonly AgentTool[] {
  const seen = new Set<string>()
  return plugins.flatMap(({ name: group, plugin }) => {
    const offered: readonly unknown[] = plugin.tools ?? []
    const sound = offered.filter((tool): tool is PluginTool => {
      const isGood = isTool(tool) && !seen.has(tool.name)
      if (isGood) seen.add(tool.name)
      return isGood
    })
    const left = offered.length - sound.length
    if (left > 0) tell(`The plugin ${group} brings ${left} tools that are none, or whose name is taken; left out.`)
    return sound.map((tool) => ({ ...asAgentTool(tool, group), group }))
  })
}

function asAgentTool(tool: PluginTool, group: string): AgentTool {
  const { name, description, schema } = tool
  const contained = containTool(asEngineTool(tool), containDefaults.toolMs)
  const act = async (input: unknown, signal: AbortSignal) =>
    resultOfParts(await contained.run((input ?? {}) as Json, [], signal))
  const common = { name, description, schema, input: typeOf(schema), limits }
  if (tool.isReadOnly === true) return defineTool({ ...common, run: (input, _, signal) => act(input, signal) })
  return defineTool({
    ...common,
    propose: async (input) => {
      const lines = shownLines(JSON.stringify(input ?? {}, undefined, 2))
      const text = [`Run ${name} of the plugin ${group} with this?`, ...lines].join('\n')
      return { question: { about: 'tools', text }, act: (signal) => act(input, signal) }
    },
  })
}

/** Called on its own object, as its author would expect; a plain text is a result, too. */
function asEngineTool(tool: PluginTool): EngineTool {
  const { name, description, schema } = tool
  return {
    name,
    description,
    schema,
    run: async (input, _, signal) => {
      const answer = await tool.run(input, signal)
      return typeof answer === 'string' ? [{ type: 'text', text: answer }] : answer
    },
  }
}

/** A schema that cannot be checked by code is left to the tool. */
function typeOf(schema: PluginTool['schema']): z.ZodType {
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
  } catch {
    return z.unknown()
  }
}
