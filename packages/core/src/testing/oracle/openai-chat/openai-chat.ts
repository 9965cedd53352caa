import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import { foreignAuthor } from '../model-name.ts'
import { openAiChatBody } from '../openai/openai-bodies.ts'
import { invalidString, openAiWording } from '../openai/openai-rules.ts'
import { checkOpenAiTools } from '../openai/openai-tools.ts'
import { checkShape, type Shape } from '../shape.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import { brokenStrings } from '../well-formed.ts'
import { checkChatCache } from './openai-chat-cache.ts'
import { checkChatFlow, checkToolCalls } from './openai-chat-calls.ts'
import { checkParts } from './openai-chat-content.ts'
import { checkOrder } from './openai-chat-order.ts'
import { type ChatDialect, type OpenAiChatOracleOptions, refuseChat } from './openai-chat-rules.ts'

/** All reasons for which a Chat Completions API would refuse a request body, or a bare list of its messages. */
export function checkOpenAiChat(body: Json, options: OpenAiChatOracleOptions = {}): readonly Violation[] {
  const request = isList(body) ? { messages: body } : body
  if (isObject(request)) return [...checkRequest(request, options)]
  return [refuseChat('', 'body-type', 'Invalid body: expected an object or a list of messages.')]
}

function* checkRequest(body: JsonObject, options: OpenAiChatOracleOptions): Generator<Violation> {
  const { dialect = 'compatible', complete = false } = options
  for (const path of brokenStrings(body, '', (list, i) => `${list}[${i}]`)) {
    yield refuseChat(path, 'lone-surrogate', `${invalidString} See '${path}'.`)
  }
  const messages = isList(body.messages) ? body.messages : undefined
  if (messages === undefined) yield refuseChat('messages', 'messages-missing', openAiWording.missing('messages'))
  if (messages?.length === 0) {
    yield refuseChat('messages', 'messages-empty', "Invalid 'messages': empty array. Expected at least one message.")
  }
  if (complete && (typeof body.model !== 'string' || body.model === '')) {
    yield refuseChat('model', 'model-missing', 'you must provide a model parameter.')
  }
  if (dialect === 'openai') yield* checkShape(body, '', openAiChatBody, openAiWording)
  yield* checkOpenAiTools(body.tools, { nested: true, maxNameChars: 64, isHosted: () => false })
  for (const [i, message] of messages?.entries() ?? []) yield* checkMessage(message, `messages[${i}]`, dialect)
  yield* checkChatFlow(messages ?? [], complete)
  yield* checkChatCache(messages ?? [], dialect)
  yield* checkOrder(messages ?? [], options)
  const model = options.model ?? (typeof body.model === 'string' ? body.model : undefined)
  for (const [i, message] of messages?.entries() ?? []) {
    yield* checkAuthor(message, `messages[${i}]`, foreignAuthor(options.authors?.[i], model))
  }
}

/** Reasoning details may be sealed; visible thinking is plain text and may go to anyone. */
function* checkAuthor(message: Json, path: string, author: string | undefined): Generator<Violation> {
  const details = isObject(message) ? message.reasoning_details : undefined
  if (author === undefined || !isList(details) || details.length === 0) return
  const fault = `Invalid signature in '${path}.reasoning_details': ${author} wrote it. Drop it.`
  yield refuseChat(`${path}.reasoning_details`, 'reasoning-author', fault)
}

const named: Shape = { role: 'any', 'content?': 'any', 'name?': 'text', 'cache_control?': 'any' }
const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_details']
const shapes: Readonly<Record<string, Shape>> = {
  system: named,
  developer: named,
  user: named,
  assistant: {
    ...named,
    'tool_calls?': 'list',
    'function_call?': 'object|null',
    'refusal?': 'string|null',
    'audio?': 'object|null',
    'annotations?': 'list|null',
    ...Object.fromEntries(reasoningFields.map((field) => [`${field}?`, 'any'])),
  },
  tool: { ...named, tool_call_id: 'text' },
  function: { ...named, name: 'text' },
}

function* checkMessage(message: Json, path: string, dialect: ChatDialect): Generator<Violation> {
  const role = isObject(message) ? message.role : undefined
  if (!isObject(message)) {
    yield refuseChat(path, 'message-type', `Invalid type for '${path}': expected an object.`)
    return
  }
  const shape = typeof role === 'string' && Object.hasOwn(shapes, role) ? shapes[role] : undefined
  if (shape === undefined || typeof role !== 'string') {
    const fault = `Supported values are: ${Object.keys(shapes).join(', ')}.`
    yield refuseChat(`${path}.role`, 'role', `Invalid value: '${show(role)}' in '${path}.role'. ${fault}`)
    return
  }
  yield* checkShape(message, path, shape, openAiWording)
  const at = `${path}.content`
  if (isList(message.content)) yield* checkParts(message.content, at, { role, dialect })
  else if (typeof message.content !== 'string' && !(role === 'assistant' && isUnsaid(message.content))) {
    yield refuseChat(at, 'content-missing', `Invalid type for '${at}': expected a string or a list of content parts.`)
  }
  if (role === 'assistant') yield* checkAssistant(message, path, dialect)
}

const isUnsaid = (content: Json | undefined) => content === undefined || content === null

function* checkAssistant(message: JsonObject, path: string, dialect: ChatDialect): Generator<Violation> {
  const { content, tool_calls: calls, function_call: call, refusal, audio } = message
  yield* checkToolCalls(calls, `${path}.tool_calls`, dialect)
  const acts =
    calls !== undefined || isObject(call) || isObject(audio) || (typeof refusal === 'string' && refusal !== '')
  if (!acts && (isUnsaid(content) || content === '')) {
    yield refuseChat(path, 'assistant-empty', `Invalid '${path}': an assistant message needs content or tool_calls.`)
  }
  for (const field of dialect === 'openai' ? reasoningFields : []) {
    const at = `${path}.${field}`
    if (message[field] !== undefined) yield refuseChat(at, 'reasoning-field', openAiWording.unknown(at))
  }
}
