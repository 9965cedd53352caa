import { join } from 'node:path'
import type { Plugin } from '@palimpsest/core/plugin'
import { findPackage, isFolder } from './find-package.ts'
import { loadDefault } from './load-default.ts'
import { isPluginName } from './plugin-name.ts'
import { found, type PluginResult, pluginRefused } from './plugin-problem.ts'
import { readPlugin } from './read-plugin.ts'

/** A general plugin whose code has run. */
export interface LoadedPlugin {
  /** As it is listed: the name of its folder or package. */
  readonly name: string
  readonly where: string
  readonly plugin: Plugin
}

/** The places searched for plugins. */
export interface PluginPlaces {
  /** Absolute. */
  readonly pluginsFolder: string
  /** Folders that are worked in: no code is loaded from there, even where a home lies in one. @default none */
  readonly notFrom?: readonly string[]
}

/** Loads a general plugin: a folder in `plugins/`, else an installed package. */
export async function loadPlugin(
  name: string,
  { pluginsFolder, notFrom }: PluginPlaces,
): Promise<PluginResult<LoadedPlugin>> {
  if (!isPluginName(name)) return badName(name)
  const own = join(pluginsFolder, name)
  const where = (await isFolder(own)) ? own : await findPackage(name, pluginsFolder)
  if (where === undefined) {
    const remedy = `Put it into ${own}, or run "npm install ${name}" in ${pluginsFolder}.`
    return pluginRefused('missing', `there is no plugin "${name}"`, remedy)
  }
  const loaded = await loadDefault(where, notFrom)
  if (loaded.kind === 'refused') return loaded
  const plugin = readPlugin(loaded.value, where)
  return plugin.kind === 'refused' ? plugin : found({ name, where, plugin: plugin.value })
}

export function badName(name: string): PluginResult<never> {
  const message = `"${name}" is no name of a plugin`
  return pluginRefused('bad-name', message, 'Names are letters, digits, - _ and ., as packages have them.')
}
