import { isObject, type Json, type JsonObject } from '../json.ts'
import { lifetimesIn, readChatUsage } from './chat-usage.ts'
import { type BilledUsage, disjoint, known, objectInside, tokenCount, type Usage } from './usage-counts.ts'

export type { BilledUsage, Usage } from './usage-counts.ts'

/** The APIs whose usage reports we read. */
export type UsageApi = 'anthropic' | 'openai-chat' | 'openai-responses'

/** Reads the `usage` object of a reply. No call has an empty prompt, so a server that says so has not counted it. */
export function readUsage(api: UsageApi, raw: Json | undefined): BilledUsage {
  const usage = isObject(raw) ? readCounts(api, raw) : {}
  if (promptTokens(usage) !== 0) return usage
  return known({ output: usage.output || undefined, reasoning: usage.reasoning || undefined })
}

function readCounts(api: UsageApi, raw: JsonObject): BilledUsage {
  switch (api) {
    case 'anthropic':
      return known({
        input: tokenCount(raw.input_tokens),
        output: tokenCount(raw.output_tokens),
        cacheRead: tokenCount(raw.cache_read_input_tokens),
        cacheWrite: tokenCount(raw.cache_creation_input_tokens) ?? lifetimesIn(raw.cache_creation)[0]?.all,
        cacheWrite1h: tokenCount(objectInside(raw.cache_creation).ephemeral_1h_input_tokens) || undefined,
      })
    case 'openai-responses': {
      const details = objectInside(raw.input_tokens_details)
      return disjoint({
        prompt: tokenCount(raw.input_tokens),
        output: tokenCount(raw.output_tokens),
        cacheRead: tokenCount(details.cached_tokens),
        // Documented under one name, typed in the official SDK under the other.
        cacheWrite: tokenCount(details.cache_creation_tokens) ?? tokenCount(details.cache_write_tokens),
        reasoning: tokenCount(objectInside(raw.output_tokens_details).reasoning_tokens),
      })
    }
    case 'openai-chat':
      return readChatUsage(raw)
  }
}

/** The tokens that fill the window: cached ones do as well. */
export function promptTokens(usage: Usage): number | undefined {
  return usage.input === undefined ? undefined : usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0)
}

export function totalTokens(usage: Usage): number | undefined {
  const prompt = promptTokens(usage)
  return prompt === undefined || usage.output === undefined ? undefined : prompt + usage.output
}

/** Adds the counts of two calls. One that only one reported is a lower bound; one that neither did is unknown. */
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

function add(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : a + b
}
