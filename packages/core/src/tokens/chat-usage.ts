import type { Json, JsonObject } from '../json.ts'
import { type BilledUsage, disjoint, known, objectInside, tokenCount } from './usage-counts.ts'

/** Anthropic's names; gateways put them beside OpenAI's, or instead of them. */
const anthropicRead = ['cache_read_input_tokens']
const anthropicWritten = ['cache_creation_input_tokens', 'cache_write_input_tokens']

/** DeepSeek names cached tokens `prompt_cache_hit_tokens`, Moonshot `cached_tokens` beside the prompt, most inside of its details. */
const readNames = [
  ...anthropicRead,
  'cached_tokens',
  'num_cached_tokens',
  'prompt_cache_hit_tokens',
  'cache_read_tokens',
]
const writtenNames = [...anthropicWritten, 'cache_write_tokens', 'cache_creation_tokens']

/** Reads the usage of OpenAI Chat and of everything that speaks it. */
export function readChatUsage(raw: JsonObject): BilledUsage {
  const places = [raw, objectInside(raw.prompt_tokens_details), objectInside(raw.input_tokens_details)]
  const lifetimes = places.flatMap(({ cache_creation: made, cache_creation_token_details: details }) => [
    ...lifetimesIn(made),
    ...lifetimesIn(details),
  ])
  const counts = {
    output: tokenCount(raw.completion_tokens) ?? tokenCount(raw.output_tokens),
    cacheRead: most(countsNamed(places, readNames)),
    cacheWrite: most([...countsNamed(places, writtenNames), ...lifetimes.map(({ all }) => all)]),
    cacheWrite1h: most(lifetimes.map(({ hour }) => hour)) || undefined,
    reasoning: tokenCount(objectInside(raw.completion_tokens_details).reasoning_tokens),
  }
  const prompt = tokenCount(raw.prompt_tokens) ?? promptByParts(raw)
  const output = withReasoning(counts, prompt, tokenCount(raw.total_tokens))
  return known({ ...readPrompt(raw, prompt, counts), output })
}

function readPrompt(raw: JsonObject, prompt: number | undefined, counts: BilledUsage): BilledUsage {
  if (prompt !== undefined && isBesideCache(raw, prompt, counts)) return known({ input: prompt, ...counts })
  const input = prompt === undefined ? tokenCount(raw.input_tokens) : undefined
  return input === undefined ? disjoint({ prompt, ...counts }) : known({ input, ...counts })
}

/** xAI and Gemini count what the model thought beside its answer: the total needs both, or the part is more than the whole. */
function withReasoning(
  { output, reasoning = 0 }: BilledUsage,
  prompt: number | undefined,
  total: number | undefined,
): number | undefined {
  if (output === undefined || reasoning === 0) return output
  const sum = (prompt ?? 0) + output
  return total === sum + reasoning || (reasoning > output && total !== sum) ? output + reasoning : output
}

/** Merges one provider's count under several names; a name that a gateway only filled with 0 loses. */
function most(counts: readonly number[]): number | undefined {
  return counts.length === 0 ? undefined : Math.max(...counts)
}

function countsNamed(places: readonly JsonObject[], names: readonly string[]): readonly number[] {
  const values = places.flatMap((place) => names.map((name) => tokenCount(place[name])))
  return values.filter((value) => value !== undefined)
}

interface Lifetimes {
  readonly all: number
  readonly hour: number
}

export function lifetimesIn(value: Json | undefined): readonly Lifetimes[] {
  const { ephemeral_5m_input_tokens: minutes, ephemeral_1h_input_tokens: hour } = objectInside(value)
  if (tokenCount(minutes) === undefined && tokenCount(hour) === undefined) return []
  return [{ all: (tokenCount(minutes) ?? 0) + (tokenCount(hour) ?? 0), hour: tokenCount(hour) ?? 0 }]
}

/** DeepSeek reports both parts of its prompt. */
function promptByParts({
  prompt_cache_hit_tokens: hit,
  prompt_cache_miss_tokens: miss,
}: JsonObject): number | undefined {
  const [read, rest] = [tokenCount(hit), tokenCount(miss)]
  return rest === undefined ? undefined : rest + (read ?? 0)
}

/**
 * True when the prompt count excludes cache reads and writes. OpenAI includes both, and so does LiteLLM where it adds
 * Anthropic's names; proxies that only rename Anthropic's `input_tokens` do not. Two things give them away: a total
 * that needs the cached tokens beside the prompt, and a prompt that is smaller than they are. Where neither applies,
 * what the API says about itself holds. OpenAI's own names always mean a part of the prompt.
 */
function isBesideCache(
  raw: JsonObject,
  prompt: number,
  { output, cacheRead = 0, cacheWrite = 0 }: Pick<BilledUsage, 'output' | 'cacheRead' | 'cacheWrite'>,
): boolean {
  const places = [raw, objectInside(raw.prompt_tokens_details)]
  const cached = cacheRead + cacheWrite
  if (cached === 0 || countsNamed(places, [...anthropicRead, ...anthropicWritten]).length === 0) return false
  const total = tokenCount(raw.total_tokens)
  return cached > prompt || (total !== undefined && total === prompt + cached + (output ?? 0))
}
