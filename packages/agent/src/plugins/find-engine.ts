import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { EngineFactory } from '@palimpsest/core/plugin'
import { nearestKey } from '../config/nearest-key.ts'
import { isFolder } from './find-package.ts'
import { loadDefault } from './load-default.ts'
import { badName, type LoadedPlugin, loadPlugin, type PluginPlaces } from './load-plugin.ts'
import { engineFolder, isPluginName } from './plugin-name.ts'
import { found, type PluginProblem, type PluginResult, pluginRefused } from './plugin-problem.ts'
import { type EngineMaker, readEngineMaker } from './read-plugin.ts'

/** The sources of engines. */
export interface EngineSources extends PluginPlaces {
  /** General plugins that the user listed; no other is run unless an engine is found nowhere else. */
  readonly listed: readonly string[]
  readonly builtIn: Readonly<Record<string, EngineFactory>>
}

/** An engine that can be made, and the plugins that were loaded on the way to it. */
export interface FoundEngine {
  readonly name: string
  readonly maker: EngineMaker
  readonly from: 'folder' | 'plugin' | 'built-in'
  /** A path, or `built in`. */
  readonly where: string
  readonly plugins: readonly LoadedPlugin[]
}

/**
 * Finds the engine of a name: a folder of its own, then one that a listed plugin registers, then a built-in, and at last one
 * of a plugin that lies in the folder without being listed. What is there and broken is refused, never passed over.
 */
export async function findEngine(name: string, sources: EngineSources): Promise<PluginResult<FoundEngine>> {
  if (!isPluginName(name)) return badName(name)
  const listed = await loadAll(sources.listed, sources)
  if (listed.kind === 'refused') return listed
  const plugins = listed.value
  const own = await ownFolder(name, sources)
  if (own !== undefined) {
    const maker = own.kind === 'refused' ? own : readEngineMaker(own.value.value, own.value.where)
    return maker.kind === 'refused'
      ? maker
      : found({ name, maker: maker.value, from: 'folder', where: folderOf(name, sources.pluginsFolder), plugins })
  }
  const registered = engineOf(name, plugins)
  if (registered !== undefined) return registered
  const builtIn = Object.hasOwn(sources.builtIn, name) ? sources.builtIn[name] : undefined
  if (builtIn !== undefined)
    return found({ name, maker: { create: builtIn }, from: 'built-in', where: 'built in', plugins })
  return amongUnlisted(name, sources, plugins)
}

async function loadAll(names: readonly string[], places: PluginPlaces): Promise<PluginResult<readonly LoadedPlugin[]>> {
  const plugins: LoadedPlugin[] = []
  for (const name of new Set(names)) {
    const loaded = await loadPlugin(name, places)
    if (loaded.kind === 'refused') return listedProblem(name, loaded.problem)
    plugins.push(loaded.value)
  }
  return found(plugins)
}

function listedProblem(name: string, { kind, message, remedy }: PluginProblem): PluginResult<never> {
  const words = message.startsWith('there is no plugin') ? message : `the plugin "${name}" cannot be loaded: ${message}`
  return pluginRefused(kind, words, `${remedy} Or take it out of "plugins" in config.yaml.`)
}

export function folderOf(name: string, pluginsFolder: string): string {
  return join(pluginsFolder, engineFolder, name)
}

interface Exported {
  readonly value: unknown
  readonly where: string
}

async function ownFolder(
  name: string,
  { pluginsFolder, notFrom }: PluginPlaces,
): Promise<PluginResult<Exported> | undefined> {
  const where = folderOf(name, pluginsFolder)
  if (!(await isFolder(where))) return undefined
  const loaded = await loadDefault(where, notFrom)
  return loaded.kind === 'refused' ? loaded : found({ value: loaded.value, where })
}

function engineOf(name: string, plugins: readonly LoadedPlugin[]): PluginResult<FoundEngine> | undefined {
  for (const { plugin, where } of plugins) {
    const { engines = {} } = plugin
    if (!Object.hasOwn(engines, name)) continue
    const maker = readEngineMaker(engines[name], `engine "${name}" of ${where}`)
    return maker.kind === 'refused' ? maker : found({ name, maker: maker.value, from: 'plugin', where, plugins })
  }
  return undefined
}

/** The names of general plugins that lie in the folder. */
export async function pluginsIn(pluginsFolder: string): Promise<readonly string[]> {
  const names = await namesIn(pluginsFolder)
  return names.filter((name) => name !== 'node_modules')
}

/** The names of the plugins in a folder, those in a scope included. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  const found: string[] = []
  for (const name of names.toSorted()) {
    if (name.startsWith('@')) {
      const scoped = await readdir(join(folder, name)).catch(() => [])
      found.push(...scoped.toSorted().map((inner) => `${name}/${inner}`))
    } else found.push(name)
  }
  const folders = await Promise.all(found.map((name) => isFolder(join(folder, name))))
  return found.filter((name, i) => folders[i] === true && isPluginName(name))
}

async function amongUnlisted(
  name: string,
  { pluginsFolder, notFrom, listed, builtIn }: EngineSources,
  plugins: readonly LoadedPlugin[],
): Promise<PluginResult<FoundEngine>> {
  const broken: string[] = []
  const known = [
    ...Object.keys(builtIn),
    ...(await namesIn(join(pluginsFolder, engineFolder))),
    ...engineNames(plugins),
  ]
  for (const unlisted of (await pluginsIn(pluginsFolder)).filter((each) => !listed.includes(each))) {
    const loaded = await loadPlugin(unlisted, { pluginsFolder, ...(notFrom && { notFrom }) })
    if (loaded.kind === 'refused') broken.push(`the plugin "${unlisted}" cannot be loaded: ${loaded.problem.message}`)
    if (loaded.kind === 'found') known.push(...engineNames([loaded.value]))
    const engine = loaded.kind === 'found' ? engineOf(name, [loaded.value]) : undefined
    if (engine?.kind === 'found') return found({ ...engine.value, plugins: [...plugins, ...engine.value.plugins] })
    if (engine !== undefined) return engine
  }
  const message = [`there is no engine "${name}"`, ...broken].join('; ')
  const meant = nearestKey(name, known)
  const hint = meant === undefined ? '' : `Did you mean ${meant}? `
  const there = [...new Set(known)].join(', ')
  const remedy = `${hint}Put it into ${folderOf(name, pluginsFolder)}, or use one that is there: ${there}; see "palimpsest plugins list".`
  return pluginRefused('missing', message, remedy)
}

function engineNames(plugins: readonly LoadedPlugin[]): readonly string[] {
  return plugins.flatMap(({ plugin }) => Object.keys(plugin.engines ?? {}))
}
