import type { ContextEngine, EnginePorts } from '@palimpsest/core/engine'
import type { AgentTool } from '../tools/agent-tool.ts'
import { type ContainOptions, containEngine } from './contain-engine.ts'
import { type EngineSources, type FoundEngine, findEngine } from './find-engine.ts'
import type { NamedHooks } from './hooks.ts'
import { makeEngine } from './make-engine.ts'
import { createNotices, type Notices } from './notices.ts'
import { found, type PluginResult } from './plugin-problem.ts'
import { pluginTools } from './plugin-tools.ts'
import { watchPorts } from './watch-ports.ts'

/** The parts plugins bring into an agent besides its engine. */
export interface PluginParts {
  readonly hooks: readonly NamedHooks[]
  /** @default none */
  readonly tools?: readonly AgentTool[]
  readonly notices: Notices
}

/** An engine that is ready and contained, with the hooks of the plugins that were named. */
export interface OpenedEngine {
  readonly engine: ContextEngine
  readonly parts: PluginParts
  readonly from: FoundEngine['from']
  readonly where: string
}

/** Finds, makes and contains the engine of a name, or says why it cannot. */
export async function openEngine(
  name: string,
  sources: EngineSources,
  ports: EnginePorts,
  options: ContainOptions = {},
): Promise<PluginResult<OpenedEngine>> {
  const engine = await findEngine(name, sources)
  if (engine.kind === 'refused') return engine
  const { maker, from, where } = engine.value
  const watched = watchPorts(ports)
  const made = await makeEngine(maker, from === 'built-in' ? `the built-in "${name}"` : where, watched.ports)
  if (made.kind === 'refused') return made
  const notices = createNotices()
  return found({
    engine: containEngine(made.value, notices.tell, { watched, ...options }),
    parts: { hooks: hooksOf(engine.value), tools: pluginTools(engine.value.plugins, notices.tell), notices },
    from,
    where,
  })
}

function hooksOf({ name, maker, plugins }: FoundEngine): readonly NamedHooks[] {
  const own = maker.hooks === undefined ? [] : [{ plugin: name, hooks: maker.hooks }]
  const others = plugins.flatMap(({ name: plugin, plugin: { hooks } }) =>
    hooks === undefined ? [] : [{ plugin, hooks }],
  )
  return [...others, ...own]
}
