import type { AgentTool } from '../../tools/agent-tool.ts'
import { findTools } from '../../tools/find/find-tools.ts'

/** The tools whose schemas are sent, in their order; find_tools follows them where some are left out. */
export function shownTools(tools: readonly AgentTool[], leftOut: readonly string[]): readonly AgentTool[] {
  const names = new Set(leftOut)
  const hidden = tools.filter(({ name }) => names.has(name))
  if (hidden.length === 0) return tools
  return [...tools.filter(({ name }) => !names.has(name)), findTools(hidden)]
}

/** All tools that can be run, whether their schemas are sent or not; a model may remember them. */
export function runnableTools(tools: readonly AgentTool[], leftOut: readonly string[]): readonly AgentTool[] {
  const names = new Set(leftOut)
  return [...tools, findTools(tools.filter(({ name }) => names.has(name)))]
}
