import { readConfigFile } from './config/config-file.ts'
import { problemText } from './config/config-problem.ts'
import { envPrefix } from './config/config-table.ts'
import { type Environment, homePaths } from './config/home-paths.ts'
import type { Config } from './config/schema.ts'
import type { WantedModel } from './create-connection.ts'
import { type KeyNames, keyFor, keyNames } from './key-names.ts'
import { otherModel } from './other-model.ts'
import { wantedModel } from './wanted-model.ts'
import type { UnclearModel } from './way-to.ts'

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
  | { readonly kind: 'no-key'; readonly provider: string; readonly variable: string; readonly model: string }
  | UnclearModel

type Given = Readonly<Record<string, string>>

/**
 * Reads and checks what must be right before anything else is tried. It is a separate entry point, so that callers
 * with nothing to send yet need not load an agent. Settings given here, by key, override environment and file.
 */
export function openSettings(env: Environment, settings: Given = {}): OpenedSettings {
  const given = Object.entries(settings).map(([key, value]) => [
    `${envPrefix}${key.toUpperCase().replaceAll('.', '__')}`,
    value,
  ])
  const path = homePaths(env).config
  const loaded = readConfigFile(path, { ...env, ...Object.fromEntries(given) })
  if (loaded.kind === 'refused') return { kind: 'refused', problems: loaded.problems.map(problemText), path }
  const before = given.length === 0 ? loaded : readConfigFile(path, env)
  const asked =
    before.kind === 'loaded' ? forThisRun(loaded.config.model, before.config.model, settings) : loaded.config.model
  const wanted = wantedModel(asked, env)
  if (wanted === undefined) return { kind: 'no-model', keyNames }
  if ('kind' in wanted) return wanted
  const { name, provider, base_url, hint } = wanted
  if (keyFor(provider, env) === undefined)
    return { kind: 'no-key', provider, variable: keyNames[provider], model: name }
  const config = { ...loaded.config, model: { ...asked, provider, base_url } }
  const notices = [...loaded.notices.map(({ message }) => message), ...(hint === undefined ? [] : [hint])]
  return { kind: 'ready', config, wanted, notices: [...notices, ...leftNotice(loaded.config.model, wanted)] }
}

/** Settings for one model do not apply to another that is named for this run alone; settings given with it do. */
function forThisRun(model: Config['model'], configured: Config['model'], settings: Given): Config['model'] {
  if (model.name === null || model.name === configured.name) return model
  const own = Object.entries(model).filter(([key]) => settings[`model.${key}`] !== undefined)
  return { ...otherModel({ ...model, name: configured.name }, model.name), ...Object.fromEntries(own) }
}

function leftNotice({ provider: configured }: Config['model'], { name, provider }: WantedModel): readonly string[] {
  if (configured === 'auto' || configured === provider) return []
  return [`${name} is asked for at ${provider}, by its name, and not at ${configured}, which model.provider says.`]
}
