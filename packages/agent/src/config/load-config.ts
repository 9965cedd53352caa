import type { Json } from '@palimpsest/core/json'
import { redact } from '@palimpsest/core/redact'
import { checkTogether } from './check-together.ts'
import type { ConfigNotice, ConfigProblem } from './config-problem.ts'
import { configRow } from './config-table.ts'
import type { Environment } from './home-paths.ts'
import { respell } from './old-spellings.ts'
import { readEnvironment } from './read-environment.ts'
import { readYaml } from './read-yaml.ts'
import { type Config, configSchema } from './schema.ts'
import { secretProblem } from './unknown-key.ts'
import type { WrittenSetting } from './written-setting.ts'

/** The sources of settings. The environment takes precedence over the file, and the file over the defaults. */
export interface ConfigSources {
  /** The text of the file; empty when there is none. */
  readonly text: string
  readonly env?: Environment
  /** The name of the file in problems. @default 'config.yaml' */
  readonly path?: string
}

/** A configuration is taken whole or refused with everything that is wrong. */
export type LoadedConfig =
  | {
      readonly kind: 'loaded'
      readonly config: Config
      /** Older spellings that should be changed. */
      readonly notices: readonly ConfigNotice[]
      /** The place where each non-default key was written. */
      readonly places: ReadonlyMap<string, string>
    }
  | { readonly kind: 'refused'; readonly problems: readonly ConfigProblem[] }

/** Reads and checks the configuration. */
export function loadConfig({ text, env = {}, path = 'config.yaml' }: ConfigSources): LoadedConfig {
  const sources = [readYaml(text, path), readEnvironment(env)]
  const respelt = sources.map(({ settings }) => respell(settings))
  const settings = new Map(respelt.flatMap((source) => source.settings.map((setting) => [setting.key, setting])))
  const parsed = configSchema.safeParse(nest([...settings.values()]))
  const problems = [
    ...sources.flatMap((source) => source.problems),
    ...respelt
      .flatMap((source) => source.settings)
      .filter(isSecret)
      .map(({ key, place }) => secretProblem(key, place)),
    ...(parsed.success
      ? checkTogether(parsed.data, (key) => settings.get(key)?.place ?? path)
      : badValues(parsed.error.issues, settings)),
  ]
  if (!parsed.success || problems.length > 0) return { kind: 'refused', problems: firstOfEach(problems) }
  const places = new Map([...settings].map(([key, { place }]) => [key, place]))
  return { kind: 'loaded', config: parsed.data, notices: respelt.flatMap(({ notices }) => notices), places }
}

function isSecret({ value }: WrittenSetting): boolean {
  return typeof value !== 'number' && Object.keys(redact(JSON.stringify(value)).found).length > 0
}

function nest(settings: readonly WrittenSetting[]): Json {
  const root: Record<string, Json> = {}
  for (const { key, value } of settings) {
    const names = key.split('.')
    const section = names.slice(0, -1).reduce((outer, name) => {
      outer[name] ??= {}
      return outer[name] as Record<string, Json>
    }, root)
    section[names.at(-1) ?? key] = value
  }
  return root
}

interface Issue {
  readonly path: readonly PropertyKey[]
}

function badValues(issues: readonly Issue[], settings: ReadonlyMap<string, WrittenSetting>): readonly ConfigProblem[] {
  return issues.flatMap(({ path }) => {
    const key = path
      .filter((name) => typeof name === 'string')
      .map(String)
      .join('.')
    const setting = settings.get(key)
    const row = configRow(key)
    if (!setting || !row) return []
    const { value, place } = setting
    const message = `${key} cannot be ${shown(value)}; allowed: ${row.allowed}`
    const remedy = `Change it, or remove it to use the default (${shown(row.default)}).`
    return [{ place, key, value, allowed: row.allowed, message, remedy }]
  })
}

/** Enough to recognise a value by. */
const mostShownChars = 80

/** JSON has no word for `.nan` and `.inf`, which YAML can say. */
function shown(value: Json): string {
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value)
  return text.length > mostShownChars ? `${text.slice(0, mostShownChars)}…` : text
}

/** One fault per key is enough to act on; the first is the gravest. */
function firstOfEach(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  const seen = new Set<string>()
  return problems.filter(({ place, key }) => {
    const name = key ?? place
    const isFirst = !seen.has(name)
    seen.add(name)
    return isFirst
  })
}
