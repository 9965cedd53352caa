import { isList, isObject, type Json } from '@palimpsest/core/json'
import type { WireFormat } from './wire-body.ts'

/** Where the history of a body is, and what surrounds it. */
export interface RecognisedBody {
  readonly format: WireFormat
  /** The field that holds the history; a bare list has none. */
  readonly key: 'messages' | 'input' | 'prompt' | undefined
  /** The history as the host wrote it. */
  readonly list: readonly unknown[]
  readonly model?: string
  readonly maxTokens?: number
  /** The instructions and the tools that are sent beside the history. */
  readonly system: unknown
  readonly tools: readonly unknown[]
}

/** Facts about a body that it does not say itself. */
export interface BodyHints {
  readonly format?: WireFormat
  readonly model?: string
}

/** Finds the history in a body by what only its format says; `undefined` where there is none. */
export function recogniseBody(body: unknown, hints: BodyHints = {}): RecognisedBody | undefined {
  if (isList(body)) return recognised(hints.format ?? 'ai-sdk', undefined, body, hints)
  if (!isObject(body)) return undefined
  const { messages, input, prompt } = body
  const around = { ...hints, body }
  if (isList(messages)) return recognised(hints.format ?? formatOf(messages, body), 'messages', messages, around)
  if (isList(prompt)) return recognised('ai-sdk', 'prompt', prompt, around)
  if (typeof input === 'string')
    return recognised('openai-responses', 'input', [{ role: 'user', content: input }], around)
  return isList(input) ? recognised('openai-responses', 'input', input, around) : undefined
}

interface Around extends BodyHints {
  readonly body?: Readonly<Record<string, unknown>>
}

function recognised(
  format: WireFormat,
  key: RecognisedBody['key'],
  list: readonly unknown[],
  { body = {}, ...hints }: Around,
): RecognisedBody {
  const model = hints.model ?? (typeof body.model === 'string' ? body.model : undefined)
  const most = [body.max_tokens, body.max_completion_tokens, body.max_output_tokens, body.maxOutputTokens]
  const maxTokens = most.find((tokens): tokens is number => typeof tokens === 'number' && tokens > 0)
  return {
    format,
    key,
    list,
    ...(model !== undefined && { model }),
    ...(maxTokens !== undefined && { maxTokens }),
    system: body.system ?? body.instructions,
    tools: Array.isArray(body.tools) ? body.tools : [],
  }
}

/** Plain talk is the same in both; a field that only one of them has, or the name of the model, decides. */
function formatOf(messages: readonly Json[], body: Readonly<Record<string, unknown>>): WireFormat {
  return (
    first(messages, formatOfMessage) ??
    first(Array.isArray(body.tools) ? (body.tools as readonly Json[]) : [], formatOfTool) ??
    (isAnthropic(body) ? 'anthropic' : 'openai-chat')
  )
}

function isAnthropic(body: Readonly<Record<string, unknown>>): boolean {
  if (['system', 'anthropic_version', 'stop_sequences', 'cache_control'].some((key) => body[key] !== undefined))
    return true
  if (isObject(body.thinking) && body.reasoning_effort === undefined) return true
  return typeof body.model === 'string' && /\bclaude/i.test(body.model) && body.max_tokens !== undefined
}

function first(list: readonly Json[], read: (value: Json) => WireFormat | undefined): WireFormat | undefined {
  for (const item of list) {
    const found = read(item)
    if (found !== undefined) return found
  }
  return undefined
}

function formatOfTool(tool: Json): WireFormat | undefined {
  if (!isObject(tool)) return undefined
  if ('input_schema' in tool) return 'anthropic'
  return isObject(tool.function) ? 'openai-chat' : undefined
}

function formatOfMessage(message: Json): WireFormat | undefined {
  if (!isObject(message)) return undefined
  if ('tool_calls' in message || 'tool_call_id' in message || message.role === 'developer') return 'openai-chat'
  if ('providerOptions' in message) return 'ai-sdk'
  return isList(message.content) ? first(message.content, formatOfPart) : undefined
}

const partFormats: Readonly<Record<string, WireFormat>> = {
  tool_use: 'anthropic',
  tool_result: 'anthropic',
  thinking: 'anthropic',
  redacted_thinking: 'anthropic',
  document: 'anthropic',
  image_url: 'openai-chat',
  input_audio: 'openai-chat',
  refusal: 'openai-chat',
  'tool-call': 'ai-sdk',
  'tool-result': 'ai-sdk',
  reasoning: 'ai-sdk',
}

function formatOfPart(part: Json): WireFormat | undefined {
  if (!isObject(part)) return undefined
  if (part.type === 'image' && isObject(part.source)) return 'anthropic'
  if ('providerOptions' in part) return 'ai-sdk'
  return typeof part.type === 'string' && Object.hasOwn(partFormats, part.type) ? partFormats[part.type] : undefined
}
