import { malformed } from '../../expect.ts'
import { isList, isObject, type Json, type JsonObject, parseJson } from '../../json.ts'
import { callsOf } from '../../message/group.ts'
import type { AssistantMessage, CallId, Message, Part } from '../../message/message.ts'
import { type BilledUsage, readUsage, type UsageApi } from '../../tokens/usage.ts'
import { readAnthropicMessages } from '../anthropic/anthropic.ts'
import { readChatMessage } from '../openai-chat/openai-chat.ts'
import { readItem } from '../openai-responses/items.ts'
import { readTurns } from '../openai-responses/turn.ts'
import { uniqueIds } from '../unique-ids.ts'

/** Why a model stopped. `length`: its output limit; `window`: no room left; `pause`: it wants to be called again. */
export type StopReason = 'end' | 'tool-calls' | 'length' | 'window' | 'refusal' | 'pause' | 'unknown'

/** One answer of a provider, the same for every API. */
export interface Reply {
  readonly message: AssistantMessage
  readonly usage: BilledUsage
  readonly stop: StopReason
  /** Calls whose arguments were cut off: they must not be run. */
  readonly unfinished: readonly CallId[]
}

/** Reads the body of a reply, or what a stream of it was folded into. */
export function readReply(api: UsageApi, body: Json | undefined): Reply {
  if (!isObject(body)) throw malformed('reply', 'an object')
  const said = asAssistant(uniqueIds([readers[api](body)])[0])
  const message = typeof body.model === 'string' ? { ...said, model: body.model } : said
  return {
    message,
    usage: readUsage(api, body.usage),
    stop: stopOf(api, body, message),
    unfinished: callsOf(message).flatMap((call) =>
      !call.freeform && call.arguments !== '' && parseJson(call.arguments) === undefined ? [call.callId] : [],
    ),
  }
}

const readers: Readonly<Record<UsageApi, (body: JsonObject) => AssistantMessage>> = {
  anthropic: (body) => {
    const blocks = isList(body.content) ? body.content : []
    const [message] = readAnthropicMessages([{ role: 'assistant', content: blocks }], 'reply')
    return { ...asAssistant(message), parts: asAssistant(message).parts.map(showPartial) }
  },
  'openai-chat': (body) => {
    const [choice] = isList(body.choices) ? body.choices : []
    if (!isObject(choice) || !isObject(choice.message)) throw malformed('choices', 'a choice with a message')
    return keepable(asAssistant(readChatMessage({ role: 'assistant', ...choice.message }, 'choices[0].message')))
  },
  'openai-responses': (body) => {
    const items = (isList(body.output) ? body.output : []).map((item, i) => readItem(item, `output[${i}]`))
    return asAssistant(readTurns(items, true)[0])
  },
}

function asAssistant(message: Message | undefined): AssistantMessage {
  return message?.role === 'assistant' ? message : { role: 'assistant', parts: [] }
}

/** A stream that was cut leaves the arguments as far as they came beside an empty input. */
function showPartial(part: Part): Part {
  const extra = part.residue?.fields.extra
  if (part.type !== 'tool-call' || !isObject(extra) || typeof extra.partial_json !== 'string') return part
  return { ...part, arguments: extra.partial_json, residue: undefined }
}

/** Fields of a reply that a request may repeat: OpenRouter wants its reasoning back. All others would be refused. */
function keepable({ residue, ...message }: AssistantMessage): AssistantMessage {
  const extra = isObject(residue?.fields.extra) ? residue.fields.extra : {}
  const { reasoning_details: details } = extra
  return details === undefined
    ? message
    : { ...message, residue: { format: 'openai-chat', fields: { extra: { reasoning_details: details } } } }
}

const stops: Readonly<Record<string, StopReason>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  stop: 'end',
  completed: 'end',
  tool_use: 'tool-calls',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  max_tokens: 'length',
  length: 'length',
  max_output_tokens: 'length',
  model_context_window_exceeded: 'window',
  refusal: 'refusal',
  content_filter: 'refusal',
  pause_turn: 'pause',
}

function stopOf(api: UsageApi, body: JsonObject, message: AssistantMessage): StopReason {
  const stop = stops[String(rawStop(api, body))] ?? 'unknown'
  return stop === 'end' && callsOf(message).length > 0 ? 'tool-calls' : stop
}

function rawStop(api: UsageApi, body: JsonObject): Json | undefined {
  switch (api) {
    case 'anthropic':
      return body.stop_reason
    case 'openai-chat': {
      const [choice] = isList(body.choices) ? body.choices : []
      return isObject(choice) ? choice.finish_reason : undefined
    }
    case 'openai-responses':
      return isObject(body.incomplete_details) ? body.incomplete_details.reason : body.status
  }
}
