import { isObject, type Json, type ModelInfo } from '@palimpsest/core'
import type { Violation } from '@palimpsest/core/testing'

/** OpenAI keeps a prompt only for lifetimes that it names; others ignore what they do not know. */
export function checkCacheOptions(body: Json, model: ModelInfo, ttls: readonly string[]): readonly Violation[] {
  const options = isObject(body) && model.provider === 'openai' ? (body.prompt_cache_options ?? undefined) : undefined
  if (options === undefined) return []
  if (!isObject(options)) {
    const message = "Invalid type for 'prompt_cache_options': expected an object."
    return [{ path: 'prompt_cache_options', rule: 'field-type', message }]
  }
  const { ttl = null } = options
  if (ttl === null || (typeof ttl === 'string' && ttls.includes(ttl))) return []
  const supported = ttls.map((each) => `'${each}'`).join(' and ')
  const message = `Invalid value: ${JSON.stringify(ttl)}. Supported values are: ${supported}.`
  return [{ path: 'prompt_cache_options.ttl', rule: 'cache-ttl', message }]
}
