import { readConfigFile } from './config/config-file.ts'
import { problemText } from './config/config-problem.ts'
import { envPrefix } from './config/config-table.ts'
import { type Environment, homePaths } from './config/home-paths.ts'
import type { Config } from './config/schema.ts'
import type { WantedModel } from './create-line.ts'
import { type KeyNames, keyFor, keyNames } from './key-names.ts'
import { wantedModel } from './wanted-model.ts'

/** The settings that a run starts with, or what keeps it from starting. */
export type OpenedSettings =
  | {
      readonly kind: 'ready'
      readonly config: Config
      readonly wanted: WantedModel
      readonly notices: readonly string[]
    }
  | { readonly kind: 'refused'; readonly problems: readonly string[]; readonly path: string }
  | { readonly kind: 'no-model'; readonly keyNames: KeyNames }
  | { readonly kind: 'no-key'; readonly provider: string; readonly variable: string }

/**
 * Reads and checks what must be right before anything else is tried. It is a door of its own, so that whoever has
 * nothing to say yet need not load an agent. Settings given here, by their keys, count before environment and file.
 */
export function openSettings(env: Environment, settings: Readonly<Record<string, string>> = {}): OpenedSettings {
  const given = Object.entries(settings).map(([key, value]) => [
    `${envPrefix}${key.toUpperCase().replaceAll('.', '__')}`,
    value,
  ])
  const path = homePaths(env).config
  const loaded = readConfigFile(path, { ...env, ...Object.fromEntries(given) })
  if (loaded.kind === 'refused') return { kind: 'refused', problems: loaded.problems.map(problemText), path }
  const { config } = loaded
  const wanted = wantedModel(config)
  if (wanted === undefined) return { kind: 'no-model', keyNames }
  const { provider } = wanted
  if (keyFor(provider, env) === undefined) return { kind: 'no-key', provider, variable: keyNames[provider] }
  return { kind: 'ready', config, wanted, notices: loaded.notices.map(({ message }) => message) }
}
