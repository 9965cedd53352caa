import { isList, isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { Message } from '@palimpsest/core/message'
import { type BilledUsage, readUsage, type UsageApi } from '@palimpsest/core/tokens'
import { codecs, uniqueIds } from '@palimpsest/core/wire'
import { copyJson } from './copy-json.ts'
import type { WireFormat } from './wire-body.ts'

/** An answer: what was said, and what was counted for it. */
export interface ReadReply {
  readonly messages: readonly Message[]
  readonly usage: BilledUsage
  readonly model?: string
}

const counts = /^(?:prompt_tokens|(?:in|out)put_tokens|(?:in|out)putTokens|(?:in|out)put|cacheRead|cacheWrite)$/

/** True for what looks like a reply or a count, however little it says. */
export function isAnswer(given: unknown): given is object {
  if (typeof given !== 'object' || given === null || given instanceof Error) return false
  const value = unwrapped(given) as JsonObject
  if (apiOf(value) !== undefined || isList(value.content) || isObject(value.usage)) return true
  return Object.keys(value).some((key) => counts.test(key))
}

/** Reads a reply of any format, or a count alone. What cannot be read says nothing. */
export function readSaid(given: object, format?: WireFormat): ReadReply {
  const value = copyJson(unwrapped(given))
  if (!isObject(value)) return { messages: [], usage: {} }
  const api = apiOf(value)
  const model = typeof value.model === 'string' ? { model: value.model } : {}
  if (api !== undefined) {
    const said = codecs[api].decode(itemsOf(api, value)).messages
    const messages = uniqueIds(said.filter(({ role }) => role === 'assistant')).map((message) =>
      message.role === 'assistant' ? { ...message, ...model } : message,
    )
    return { messages, usage: readUsage(api, value.usage), ...model }
  }
  const content = isList(value.content) ? value.content.flatMap(promptPart) : []
  const usage = readCount(isObject(value.usage) ? value.usage : value, format)
  if (content.length === 0) return { messages: [], usage, ...model }
  return { messages: codecs['ai-sdk'].decode([{ role: 'assistant', content }]).messages, usage, ...model }
}

/** Some SDKs hand the reply on inside what they return. */
function unwrapped(given: object): object {
  const { body, response } = given as { readonly body?: unknown; readonly response?: unknown }
  if (isObject(body) && apiOf(body) !== undefined) return body
  return isObject(response) && apiOf(response) !== undefined ? response : given
}

function apiOf(value: JsonObject): UsageApi | undefined {
  if (isList(value.choices)) return 'openai-chat'
  if (isList(value.output)) return 'openai-responses'
  return value.type === 'message' && isList(value.content) ? 'anthropic' : undefined
}

function itemsOf(api: UsageApi, value: JsonObject): readonly Json[] {
  if (api === 'anthropic') return [{ role: 'assistant', content: value.content ?? [] }]
  if (api === 'openai-responses') return value.output as readonly Json[]
  const [choice] = value.choices as readonly Json[]
  return isObject(choice) && isObject(choice.message) ? [{ role: 'assistant', ...choice.message }] : []
}

/** What a model of the AI SDK generated, as a prompt would repeat it. */
function promptPart(part: Json): readonly Json[] {
  if (!isObject(part)) return []
  const { providerMetadata, ...said } = part
  const options = isObject(providerMetadata) ? { providerOptions: providerMetadata } : {}
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text === '' && providerMetadata === undefined ? [] : [{ ...said, ...options }]
    case 'custom':
    case 'file':
    case 'reasoning-file':
      return [{ ...said, ...options }]
    case 'tool-call':
      return [{ ...said, input: parsed(part.input), ...options }]
    default:
      return []
  }
}

function parsed(input: Json | undefined): Json {
  if (typeof input !== 'string') return input ?? {}
  try {
    return JSON.parse(input) as Json
  } catch {
    return input
  }
}

/** A count in our own words, in those of a provider, or in those of the AI SDK, whose cached tokens are part of the input. */
function readCount(usage: JsonObject, format: WireFormat | undefined): BilledUsage {
  if ('inputTokens' in usage || 'outputTokens' in usage) return aiSdkCount(usage)
  if ('prompt_tokens' in usage) return readUsage('openai-chat', usage)
  if ('input_tokens_details' in usage) return readUsage('openai-responses', usage)
  if ('input_tokens' in usage) return readUsage(format === 'openai-responses' ? format : 'anthropic', usage)
  const { input, output, cacheRead, cacheWrite, cacheWrite1h, reasoning } = usage
  return known({ input, output, cacheRead, cacheWrite, cacheWrite1h, reasoning })
}

function aiSdkCount({ inputTokens, outputTokens, cachedInputTokens, inputTokenDetails }: JsonObject): BilledUsage {
  const details = isObject(inputTokens) ? inputTokens : isObject(inputTokenDetails) ? inputTokenDetails : {}
  const total = isObject(inputTokens) ? inputTokens.total : inputTokens
  const cacheRead = details.cacheRead ?? details.cacheReadTokens ?? cachedInputTokens
  const cacheWrite = details.cacheWrite ?? details.cacheWriteTokens
  const output = isObject(outputTokens) ? outputTokens.total : outputTokens
  const cached = numberOf(cacheRead) + numberOf(cacheWrite)
  const input = typeof total === 'number' ? Math.max(0, total - cached) : undefined
  return known({ input, output, cacheRead, cacheWrite })
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0
}

function known(counts: Readonly<Record<string, Json | undefined>>): BilledUsage {
  return Object.fromEntries(
    Object.entries(counts).filter(([, count]) => typeof count === 'number' && Number.isFinite(count) && count >= 0),
  ) as BilledUsage
}
