import type { ConfigProblem } from './config-problem.ts'
import { configRow, envPrefix } from './config-table.ts'
import type { Environment } from './home-paths.ts'
import { newKey } from './old-spellings.ts'
import { parseValue } from './parse-value.ts'
import { unknownKey } from './unknown-key.ts'
import type { WrittenSetting } from './written-setting.ts'

/** Reads environment overrides: `PALIMPSEST__COMPRESSION__THRESHOLD=0.6`. An empty variable counts as unset. */
export function readEnvironment(env: Environment): {
  readonly settings: readonly WrittenSetting[]
  readonly problems: readonly ConfigProblem[]
} {
  const settings: WrittenSetting[] = []
  const problems: ConfigProblem[] = []
  for (const [name, text] of Object.entries(env).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (!name.startsWith(envPrefix) || !text) continue
    const key = name.slice(envPrefix.length).toLowerCase().replaceAll('__', '.')
    const row = configRow(newKey(key) ?? key)
    if (row) settings.push({ key, value: parseValue(row, text), place: name })
    else problems.push(unknownKey(key, name))
  }
  return { settings, problems }
}
