import { isObject, type JsonObject } from '@palimpsest/core/json'
import type { Transcript } from '@palimpsest/core/message'
import type { ModelInfo } from '@palimpsest/core/models'
import type { Counter } from '@palimpsest/core/tokens'
import type { BilledRequest, PromptUsage } from '../billing/billed-request.ts'
import { type CacheState, emptyCache } from '../billing/cache-state.ts'
import { cachingRefusal } from '../billing/caching-refusal.ts'
import { bill } from '../billing/call-bill.ts'
import { createPromptReader, type PromptReader } from '../billing/prompt-reader.ts'
import { type CachingRules, cachingRules, type RulesOptions } from '../billing/rules.ts'
import type { Api } from './api.ts'
import { cachedForm } from './cached-form.ts'

/** A prompt that was weighed and can be billed. */
export interface Weighed {
  readonly prompt: Pick<BilledRequest, 'prompt' | 'breakpoints' | 'automatic' | 'markedOnly'>
  readonly tokens: number
  readonly rules: CachingRules
}

/** One who asks: caches are never shared between keys, nor between models. */
export interface Asker {
  readonly key: string
  readonly api: Api
  readonly model: ModelInfo
}

/** Weighs and bills prompts, and remembers for every key what its provider would. */
export interface BillingState {
  weigh(asker: Asker, transcript: Transcript, body: JsonObject): Weighed
  /** Why the cache rules forbid this prompt, or nothing. */
  refuse(weighed: Weighed): string | undefined
  bill(asker: Asker, weighed: Weighed, startMs: number, replyMs: number): PromptUsage
}

export function createBillingState(counter: Counter, options: RulesOptions): BillingState {
  const caches = new Map<string, CacheState>()
  const readers = new Map<string, PromptReader>()
  const readerOf = (asker: Asker): PromptReader => {
    const { model } = asker
    const name = nameOf(asker)
    const reader = readers.get(name) ?? createPromptReader(model.id, counter)
    readers.set(name, reader)
    return reader
  }
  return {
    weigh: (asker, transcript, body) => {
      const { api, model } = asker
      const read = readerOf(asker)(cachedForm({ api: api.name, model, transcript, body }))
      const rules = retained(cachingRules(model, { positions: api.positions, ...options }), body)
      const automatic = automaticTtl(body, rules)
      return {
        prompt: {
          ...read,
          ...(automatic !== undefined && { automatic }),
          ...(isMarkedOnly(body) && { markedOnly: true }),
        },
        tokens: read.prompt.tokens,
        rules,
      }
    },
    refuse: ({ prompt, rules }) => cachingRefusal({ ...prompt, startMs: 0 }, rules),
    bill: (asker, { prompt, rules }, startMs, replyMs) => {
      const name = nameOf(asker)
      const { usage, cache } = bill(caches.get(name) ?? emptyCache, { ...prompt, startMs, replyMs }, rules)
      caches.set(name, cache)
      return usage
    },
  }
}

/** No model shares a cache with another, and each forgets by its own provider's rules. */
function nameOf({ key, model }: Asker): string {
  return `${model.id}\n${key}`
}

/** Older OpenAI models keep a prompt for a day where the request says so. */
function retained(rules: CachingRules, { prompt_cache_retention: retention }: JsonObject): CachingRules {
  return rules.kind === 'prefix' && retention === '24h' ? { ...rules, ttlMs: 24 * 3_600_000 } : rules
}

/** OpenAI can be asked to remember only what is marked. */
function isMarkedOnly({ prompt_cache_options: options }: JsonObject): boolean {
  return isObject(options) && options.mode === 'explicit'
}

/** A marker beside the messages instead of inside them; OpenAI's only says how long. */
function automaticTtl({ cache_control: marker, prompt_cache_options: options }: JsonObject, rules: CachingRules) {
  if (rules.kind === 'endpoints') return isObject(options) && options.ttl === '12h' ? '1h' : undefined
  if (!isObject(marker)) return undefined
  return marker.ttl === '1h' ? '1h' : '5m'
}
