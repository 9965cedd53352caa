import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isIn, realPlaces } from '../real-places.ts'
import { findEntry } from './find-entry.ts'
import { plainWords } from './plain-words.ts'
import { found, type PluginResult, pluginRefused } from './plugin-problem.ts'
import { withinLimit } from './time-limit.ts'

/** A module that takes longer to load will not come. */
const loadLimitMs = 10_000

/** Runs the code of a plugin and returns its default export. Code that lies in one of `notFrom` is not run. */
export async function loadDefault(folder: string, notFrom: readonly string[] = []): Promise<PluginResult<unknown>> {
  const entry = await findEntry(folder)
  if (entry.kind === 'refused') return entry
  const workspace = workspaceOf(entry.value, notFrom)
  if (workspace !== undefined) return inWorkspace(folder, workspace)
  const module = await importFrom(entry.value)
  if (module.kind === 'refused') return module
  const value = unwrap(module.value)
  if (value !== undefined) return found(value)
  return pluginRefused('wrong-shape', `${entry.value} has no default export`, 'Export the plugin as default.')
}

/**
 * The workspace that a file really lies in. What is worked on may have been written by anybody, and tools change it; the
 * home at its usual place is the user's own even where the workspace is all of the user's files.
 */
function workspaceOf(path: string, notFrom: readonly string[]): string | undefined {
  const [real = path, home = path] = realPlaces([path, join(homedir(), '.palimpsest')])
  return isIn([home], real) ? undefined : notFrom.find((folder) => isIn(realPlaces([folder]), real))
}

function inWorkspace(folder: string, workspace: string): PluginResult<never> {
  return pluginRefused(
    'in-workspace',
    `${folder} lies in ${workspace}, where you work: no code is loaded from there, for it may have come with the files`,
    'Start in another folder, move the plugin, or set PALIMPSEST_HOME to a folder outside.',
  )
}

async function importFrom(path: string): Promise<PluginResult<object>> {
  try {
    const { href } = pathToFileURL(path)
    const module: unknown = await withinLimit(() => import(/* @vite-ignore */ href), { limitMs: loadLimitMs })
    return found(module as object)
  } catch (error) {
    return pluginRefused(
      'import-failed',
      `${path} fails when it is loaded: ${plainWords(error)}`,
      'Fix it, or ask its author.',
    )
  }
}

/** A module of the older kind that was compiled from a newer one keeps its default one level deeper. */
function unwrap(module: object): unknown {
  const value: unknown = 'default' in module ? module.default : undefined
  const isOlder = typeof value === 'object' && value !== null && '__esModule' in value && 'default' in value
  return isOlder ? value.default : value
}
