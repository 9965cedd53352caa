import { isObject, type Json } from '@palimpsest/core/json'
import type { ConfigProblem } from './config-problem.ts'
import { configRow, configSections } from './config-table.ts'
import { newKey } from './old-spellings.ts'
import type { Config } from './schema.ts'
import { unknownKey } from './unknown-key.ts'

/** The value of a key or a whole section, or why there is none. */
export type ConfigValue =
  | { readonly kind: 'found'; readonly key: string; readonly value: Json }
  | { readonly kind: 'refused'; readonly problems: readonly ConfigProblem[] }

/** Looks up a dotted key, older spellings included. */
export function getConfig(config: Config, written: string): ConfigValue {
  const key = newKey(written) ?? written
  if (configRow(key) === undefined && !configSections().includes(key))
    return { kind: 'refused', problems: [unknownKey(written, 'config get')] }
  const value = key.split('.').reduce<Json>((outer, name) => (isObject(outer) ? (outer[name] ?? null) : null), config)
  return { kind: 'found', key, value }
}
