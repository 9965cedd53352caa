import { isList, isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import { z } from 'zod'
import { configSchema } from './schema.ts'

/** One key of the configuration, as help and docs show it. */
export interface ConfigRow {
  /** Dotted, e.g. `compression.threshold`. */
  readonly key: string
  /** The variable that overrides the file. */
  readonly env: string
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array'
  readonly nullable: boolean
  readonly default: string | number | boolean | null | readonly string[]
  /** In words, e.g. `a number above 0, at most 1`. */
  readonly allowed: string
  readonly help: string
}

let table: readonly ConfigRow[] | undefined

/** Every key in the order of the schema. */
export function configTable(): readonly ConfigRow[] {
  table ??= rowsOf(z.toJSONSchema(configSchema, { io: 'input' }) as JsonObject, [])
  return table
}

/** The row of a key; `undefined` when there is no such key. */
export function configRow(key: string): ConfigRow | undefined {
  return configTable().find((row) => row.key === key)
}

/** The keys that hold other keys, e.g. `auxiliary.compression`. */
export function configSections(): readonly string[] {
  const parents = configTable().flatMap(({ key }) => {
    const names = key.split('.')
    return names.slice(1).map((_, i) => names.slice(0, i + 1).join('.'))
  })
  return [...new Set(parents)]
}

/** Two underscores part the levels, so that every variable of this shape is ours and a misspelt one can be refused. */
export const envPrefix = 'PALIMPSEST__'

function rowsOf(schema: JsonObject, path: readonly string[]): readonly ConfigRow[] {
  if (!isObject(schema.properties)) return [rowOf(schema, path)]
  return Object.entries(schema.properties).flatMap(([name, inner]) =>
    isObject(inner) ? rowsOf(inner, [...path, name]) : [],
  )
}

function rowOf(schema: JsonObject, path: readonly string[]): ConfigRow {
  const options = (isList(schema.anyOf) ? schema.anyOf : [schema]).filter(isObject)
  const value = options.find(({ type }) => type !== 'null') ?? schema
  const nullable = options.some(({ type }) => type === 'null')
  const words = typeof schema.allowed === 'string' ? schema.allowed : describe(value)
  return {
    key: path.join('.'),
    env: `${envPrefix}${path.join('__').toUpperCase()}`,
    type: value.type as ConfigRow['type'],
    nullable,
    default: schema.default as ConfigRow['default'],
    allowed: nullable ? `${words}, or null` : words,
    help: String(schema.description ?? ''),
  }
}

function describe(schema: JsonObject): string {
  if (isList(schema.enum)) return schema.enum.join(' | ')
  if (schema.type === 'boolean') return 'true | false'
  if (schema.type === 'string') return schema.format === 'uri' ? 'an http:// or https:// address' : 'text'
  const kind = schema.type === 'integer' ? 'a whole number' : 'a number'
  const limits = [
    limit('of at least', schema.minimum),
    limit('above', schema.exclusiveMinimum),
    limit('and at most', schema.maximum),
  ]
  return [kind, ...limits.flat()].join(' ')
}

/** JSON Schema bounds every integer; the bound of all safe integers says nothing. */
function limit(words: string, bound: Json | undefined): readonly string[] {
  return typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? [`${words} ${bound}`] : []
}
