import { pathToFileURL } from 'node:url'
import { findEntry } from './find-entry.ts'
import { plainWords } from './plain-words.ts'
import { type Found, found, refused } from './plugin-problem.ts'
import { withinLimit } from './time-limit.ts'

/** A module that takes longer to load will not come. */
const loadLimitMs = 10_000

/** Runs the code of a plugin and returns its default export. */
export async function loadDefault(folder: string): Promise<Found<unknown>> {
  const entry = await findEntry(folder)
  if (entry.kind === 'refused') return entry
  const module = await importFrom(entry.value)
  if (module.kind === 'refused') return module
  const value = unwrap(module.value)
  if (value !== undefined) return found(value)
  return refused('wrong-shape', `${entry.value} has no default export`, 'Export the plugin as default.')
}

async function importFrom(path: string): Promise<Found<object>> {
  try {
    const { href } = pathToFileURL(path)
    const module: unknown = await withinLimit(() => import(/* @vite-ignore */ href), { limitMs: loadLimitMs })
    return found(module as object)
  } catch (error) {
    return refused(
      'import-failed',
      `${path} fails when it is loaded: ${plainWords(error)}`,
      'Mend it, or ask its author.',
    )
  }
}

/** A module of the older kind that was compiled from a newer one keeps its default one level deeper. */
function unwrap(module: object): unknown {
  const value: unknown = 'default' in module ? module.default : undefined
  const isOlder = typeof value === 'object' && value !== null && '__esModule' in value && 'default' in value
  return isOlder ? value.default : value
}
