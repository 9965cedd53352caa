import { join } from 'node:path'
import type { EnginePorts } from '@palimpsest/core/engine'
import { type EngineSources, findEngine, folderOf, namesIn, pluginsIn } from './find-engine.ts'
import { type LoadedPlugin, loadPlugin } from './load-plugin.ts'
import { makeEngine } from './make-engine.ts'
import { engineFolder } from './plugin-name.ts'
import type { PluginProblem, PluginResult } from './plugin-problem.ts'

/** One engine or general plugin, as it is found now. */
export interface PluginRow {
  readonly name: string
  readonly kind: 'engine' | 'plugin'
  /** A path, `built in`, or the plugin that registers it. */
  readonly where: string
  readonly contract?: number
  /** `active`: in use; `ready`: could be; `broken`: could not, and `problem` says why. */
  readonly state: 'active' | 'ready' | 'broken'
  readonly problem?: PluginProblem
  /** The parts that a general plugin brings. */
  readonly engines?: readonly string[]
  readonly hooks?: readonly string[]
  /** Number of tools that it brings, where it brings any. */
  readonly tools?: number
}

/** All that could be used, each tried: this runs the code of every plugin. */
export async function listPlugins(
  sources: EngineSources,
  active: string,
  ports: EnginePorts,
): Promise<readonly PluginRow[]> {
  const { pluginsFolder, listed, builtIn } = sources
  const names = [...new Set([...listed, ...(await pluginsIn(pluginsFolder))])]
  const plugins = await Promise.all(names.map((name) => loadPlugin(name, sources)))
  const rows = plugins.map((loaded, i) => pluginRow(names[i] ?? '', loaded, sources))
  const registered = plugins.flatMap((loaded) => (loaded.kind === 'found' ? enginesOf(loaded.value) : []))
  const engines = [
    ...(await namesIn(join(pluginsFolder, engineFolder))),
    ...registered,
    ...Object.keys(builtIn),
    active,
  ]
  const engineRows: PluginRow[] = []
  for (const name of new Set(engines)) engineRows.push(await engineRow(name, sources, active, ports))
  return [...engineRows, ...rows]
}

function enginesOf({ plugin }: LoadedPlugin): readonly string[] {
  return Object.keys(plugin.engines ?? {})
}

function pluginRow(
  name: string,
  loaded: PluginResult<LoadedPlugin>,
  { listed, pluginsFolder }: EngineSources,
): PluginRow {
  const state = listed.includes(name) ? 'active' : 'ready'
  if (loaded.kind === 'refused')
    return { name, kind: 'plugin', where: join(pluginsFolder, name), state: 'broken', problem: loaded.problem }
  const { where, plugin } = loaded.value
  const hooks = Object.keys(plugin.hooks ?? {})
  const tools = plugin.tools?.length ?? 0
  const brought = { engines: enginesOf(loaded.value), hooks, ...(tools > 0 && { tools }) }
  return { name, kind: 'plugin', where, contract: plugin.contract, state, ...brought }
}

/** Judged on its own: a fault in another plugin is reported in that plugin's row. */
async function engineRow(name: string, sources: EngineSources, active: string, ports: EnginePorts): Promise<PluginRow> {
  const row = { name, kind: 'engine' } as const
  const sound = await soundOnes(sources)
  const engine = await findEngine(name, { ...sources, listed: sound })
  if (engine.kind === 'refused')
    return { ...row, where: folderOf(name, sources.pluginsFolder), state: 'broken', problem: engine.problem }
  const { maker, where } = engine.value
  const made = await makeEngine(maker, where, ports)
  if (made.kind === 'refused') return { ...row, where, state: 'broken', problem: made.problem }
  return { ...row, where, contract: made.value.contract, state: name === active ? 'active' : 'ready' }
}

async function soundOnes(sources: EngineSources): Promise<readonly string[]> {
  const { listed } = sources
  const loaded = await Promise.all(listed.map((name) => loadPlugin(name, sources)))
  return listed.filter((_, i) => loaded[i]?.kind === 'found')
}
