import { isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { ModelInfo } from '@palimpsest/core/models'
import type { Violation } from '@palimpsest/core/testing'

/** OpenAI keeps a prompt only for lifetimes that it names; others ignore what they do not know. */
export function checkCacheOptions(body: Json, model: ModelInfo, sold: SoldOptions): readonly Violation[] {
  if (!isObject(body) || model.provider !== 'openai') return []
  return [...checkRetention(body, model), ...checkOptions(body.prompt_cache_options ?? undefined, sold)]
}

/** The options that an API sells. */
export interface SoldOptions {
  readonly ttls: readonly string[]
  /** True when a request may fill the cache and ask for no reply. */
  readonly prewarms: boolean
}

function* checkRetention(body: JsonObject, { caching }: ModelInfo): Generator<Violation> {
  const retention = body.prompt_cache_retention ?? undefined
  const path = 'prompt_cache_retention'
  if (retention === undefined) return
  if (retention !== 'in_memory' && retention !== '24h') yield unsupported(path, retention, ['in_memory', '24h'])
  if (retention === 'in_memory' && caching?.kind === 'automatic' && caching.inMemory === false) {
    const message = 'This model is compatible only with 24h extended prompt caching'
    yield { path, rule: 'invalid-parameter', message }
  }
  const options = body.prompt_cache_options
  if (isObject(options) && (options.ttl ?? undefined) !== undefined) {
    const message = `'${path}' and 'prompt_cache_options.ttl' cannot both be set.`
    yield { path, rule: 'cache-ttl', message }
  }
}

function* checkOptions(options: Json | undefined, { ttls, prewarms }: SoldOptions): Generator<Violation> {
  if (options === undefined) return
  const path = 'prompt_cache_options'
  if (!isObject(options)) {
    yield { path, rule: 'field-type', message: `Invalid type for '${path}': expected an object.` }
    return
  }
  const { ttl = null, mode = null, prewarm = null, ...others } = options
  if (prewarm !== null && typeof prewarm !== 'boolean') {
    yield {
      path: `${path}.prewarm`,
      rule: 'field-type',
      message: `Invalid type for '${path}.prewarm': expected a boolean.`,
    }
  }
  for (const name of [...Object.keys(others), ...(prewarm !== null && !prewarms ? ['prewarm'] : [])]) {
    yield { path: `${path}.${name}`, rule: 'unknown-field', message: `Unknown parameter: '${path}.${name}'.` }
  }
  if (ttl !== null && !ttls.some((each) => each === ttl)) yield unsupported(`${path}.ttl`, ttl, ttls)
  if (mode !== null && mode !== 'implicit' && mode !== 'explicit')
    yield unsupported(`${path}.mode`, mode, ['implicit', 'explicit'])
}

function unsupported(path: string, value: Json, values: readonly string[]): Violation {
  const supported = values.map((each) => `'${each}'`).join(' and ')
  return {
    path,
    rule: 'cache-ttl',
    message: `Invalid value: ${JSON.stringify(value)}. Supported values are: ${supported}.`,
  }
}
