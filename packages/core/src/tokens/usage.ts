import { isObject, type Json, type JsonObject } from '../json.ts'

/** Tokens of one provider call in disjoint counts. What a provider did not say is absent, which is not zero. */
export interface Usage {
  /** Prompt tokens that were neither read from a cache nor written to one. */
  readonly input?: number
  readonly output?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  /** Part of `output`. */
  readonly reasoning?: number
}

/** Usage with cache writes told apart by how long they live, which decides their price. A session keeps no sum of that. */
export interface BilledUsage extends Usage {
  /** The part of `cacheWrite` that was written to live an hour; absent where there is none. */
  readonly cacheWrite1h?: number
}

/** The APIs whose usage reports we read. */
export type UsageApi = 'anthropic' | 'openai-chat' | 'openai-responses'

/** Reads the `usage` object of a reply. */
export function readUsage(api: UsageApi, raw: Json | undefined): BilledUsage {
  if (!isObject(raw)) return {}
  switch (api) {
    case 'anthropic':
      return known({
        input: count(raw.input_tokens),
        output: count(raw.output_tokens),
        cacheRead: count(raw.cache_read_input_tokens),
        cacheWrite: count(raw.cache_creation_input_tokens),
        cacheWrite1h: count(inside(raw.cache_creation).ephemeral_1h_input_tokens) || undefined,
      })
    case 'openai-responses': {
      const details = inside(raw.input_tokens_details)
      return disjoint({
        prompt: count(raw.input_tokens),
        output: count(raw.output_tokens),
        cacheRead: count(details.cached_tokens),
        // Documented under one name, typed in the official SDK under the other.
        cacheWrite: count(details.cache_creation_tokens) ?? count(details.cache_write_tokens),
        reasoning: count(inside(raw.output_tokens_details).reasoning_tokens),
      })
    }
    case 'openai-chat': {
      const details = inside(raw.prompt_tokens_details)
      return disjoint({
        prompt: count(raw.prompt_tokens),
        output: count(raw.completion_tokens),
        cacheRead: count(details.cached_tokens) ?? count(raw.prompt_cache_hit_tokens) ?? count(raw.cached_tokens),
        cacheWrite: count(details.cache_write_tokens),
        reasoning: count(inside(raw.completion_tokens_details).reasoning_tokens),
      })
    }
  }
}

/** What fills the window: cached tokens do as well. */
export function promptTokens(usage: Usage): number | undefined {
  return usage.input === undefined ? undefined : usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0)
}

export function totalTokens(usage: Usage): number | undefined {
  const prompt = promptTokens(usage)
  return prompt === undefined || usage.output === undefined ? undefined : prompt + usage.output
}

/** The counts of two calls together. What only one of them told is a lower bound; what neither told stays unknown. */
export function addUsage(a: Usage, b: Usage): Usage {
  return known({
    input: add(a.input, b.input),
    output: add(a.output, b.output),
    cacheRead: add(a.cacheRead, b.cacheRead),
    cacheWrite: add(a.cacheWrite, b.cacheWrite),
    reasoning: add(a.reasoning, b.reasoning),
  })
}

/** As `addUsage`, for sums that are priced or shown. */
export function addBilled(a: BilledUsage, b: BilledUsage): BilledUsage {
  return known({ ...addUsage(a, b), cacheWrite1h: add(a.cacheWrite1h, b.cacheWrite1h) })
}

interface Inclusive extends Omit<Usage, 'input'> {
  /** All prompt tokens, cached ones included. */
  readonly prompt?: number
}

/** A server that claims more cached tokens than it was sent is believed about the prompt, so that the sum still holds. */
function disjoint({ prompt, cacheRead, cacheWrite, ...others }: Inclusive): Usage {
  if (prompt === undefined) return known({ cacheRead, cacheWrite, ...others })
  const read = cacheRead === undefined ? undefined : Math.min(cacheRead, prompt)
  const written = cacheWrite === undefined ? undefined : Math.min(cacheWrite, prompt - (read ?? 0))
  return known({ input: prompt - (read ?? 0) - (written ?? 0), cacheRead: read, cacheWrite: written, ...others })
}

function known<T extends Usage>(usage: T): T {
  const told: Partial<T> = {}
  for (const name in usage) if (usage[name] !== undefined) told[name] = usage[name]
  return told as T
}

function count(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

function inside(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

function add(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : a + b
}
