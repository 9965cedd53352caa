import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import { readClaudeModel } from '../model-name.ts'
import { checkShape } from '../shape.ts'
import type { Violation } from '../violation.ts'
import { brokenStrings } from '../well-formed.ts'
import { checkBlock, checkText } from './anthropic-blocks.ts'
import { checkCache } from './anthropic-cache.ts'
import { checkPairing } from './anthropic-pairing.ts'
import { checkRoles, endsOnServer } from './anthropic-roles.ts'
import { anthropicWording, violationOf } from './anthropic-rules.ts'
import { anthropicBody } from './anthropic-shapes.ts'
import { type AnthropicOracleOptions, checkThinking } from './anthropic-thinking.ts'
import { checkTools } from './anthropic-tools.ts'
import { isDirective, type Turn, turnsOf } from './anthropic-turns.ts'

/** All reasons for which Anthropic's Messages API would refuse a request body, or a bare list of its messages. */
export function checkAnthropic(body: Json, options: AnthropicOracleOptions = {}): readonly Violation[] {
  const request = isList(body) ? { messages: body } : body
  if (!isObject(request))
    return [violationOf('body', 'body-type', 'Input should be a valid dictionary or list of messages.')]
  return [...checkRequest(request, options)]
}

function* checkRequest(body: JsonObject, options: AnthropicOracleOptions): Generator<Violation> {
  const model = options.model ?? (typeof body.model === 'string' ? body.model : undefined)
  for (const path of brokenStrings(body, '', (list, i) => `${list}.${i}`)) {
    yield violationOf(path, 'lone-surrogate', 'The request body is not valid JSON: no low surrogate in string.')
  }
  yield* checkEnvelope(body, options)
  yield* checkSystem(body.system)
  yield* checkTools(body.tools)
  const messages = isList(body.messages) ? body.messages : []
  for (const [i, message] of messages.entries()) yield* checkMessage(message, i, i === messages.length - 1)
  const turns = turnsOf(messages)
  yield* checkRoles(turns, model)
  yield* checkPairing(turns, options.complete ?? false)
  yield* checkThinking(turns, body, { ...options, ...(model === undefined ? {} : { model }) })
  yield* checkCache(body, turns)
  if (options.complete) yield* checkEnd(turns, model)
}

function* checkEnvelope(body: JsonObject, { complete }: AnthropicOracleOptions): Generator<Violation> {
  const { messages, ...others } = body
  if (!isList(messages)) yield violationOf('messages', 'messages-missing', 'Field required: a list of messages.')
  else if (messages.length === 0) yield violationOf('messages', 'messages-empty', 'at least one message is required.')
  yield* checkShape({ ...others, messages: [] }, '', anthropicBody, anthropicWording)
  if (!complete) return
  if (typeof body.model !== 'string' || body.model === '')
    yield violationOf('model', 'model-missing', 'Field required.')
  const { max_tokens: limit } = body
  if (limit === undefined)
    yield violationOf('max_tokens', 'max-tokens', 'Field required: a whole number of at least 1.')
  else if (!Number.isInteger(limit)) yield violationOf('max_tokens', 'max-tokens', 'Input should be a valid integer.')
  else if (Number(limit) < 0)
    yield violationOf('max_tokens', 'max-tokens', 'Input should be greater than or equal to 1.')
  const other = limit === 0 ? wantsOutput(body) : undefined
  if (other !== undefined) yield violationOf('max_tokens', 'max-tokens', `0 cannot be combined with ${other}.`)
}

/** `max_tokens: 0` only fills the cache, which nothing that asks for output may do: what does, if anything. */
function wantsOutput(body: JsonObject): string | undefined {
  const { stream, thinking, tool_choice: choice, output_config: output, output_format: format } = body
  if (stream === true) return '`stream: true`'
  if (isObject(thinking) && thinking.type === 'enabled') return '`thinking`'
  if (isObject(choice) && (choice.type === 'any' || choice.type === 'tool'))
    return `\`tool_choice\` of type "${choice.type}"`
  if (isObject(output) && isObject(output.format)) return '`output_config.format`'
  return isObject(format) ? '`output_format`' : undefined
}

function* checkSystem(system: Json | undefined): Generator<Violation> {
  if (typeof system === 'string' && system !== '') yield* checkText({ text: system }, 'system')
  if (system === undefined || typeof system === 'string') return
  const blocks: readonly Json[] = isList(system) ? system : [system]
  for (const [i, block] of blocks.entries()) {
    if (isList(system) && isObject(block) && block.type === 'text') yield* checkBlock(block, `system.${i}`)
    else yield violationOf(`system.${i}`, 'system-content', 'Input should be a valid string or list of text blocks.')
  }
}

const messageShape = { role: 'any', content: 'string|list' } as const
const systemShape = {
  role: 'any',
  'content?': 'string|list',
  'clear_at?': 'string|null',
  'output_config?': 'object|null',
} as const

function* checkMessage(message: Json, i: number, isLast: boolean): Generator<Violation> {
  const path = `messages.${i}`
  if (!isObject(message)) {
    yield violationOf(path, 'message-type', 'Input should be a valid dictionary with role and content.')
    return
  }
  const { role, content } = message
  yield* checkShape(message, path, role === 'system' ? systemShape : messageShape, anthropicWording)
  if (role !== undefined && role !== 'user' && role !== 'assistant' && role !== 'system') {
    yield violationOf(`${path}.role`, 'role', "Input should be 'user' or 'assistant'.")
  }
  if (saysNothing(message) && !(isLast && role === 'assistant')) {
    yield violationOf(
      path,
      'content-empty',
      'all messages must have non-empty content except for the optional final one.',
    )
  }
  if (typeof content === 'string' && content !== '') yield* checkText({ text: content }, path)
  if (!isList(content)) return
  for (const [b, block] of content.entries()) yield* checkBlock(block, `${path}.content.${b}`)
}

/** A system message may say nothing and only set how the model is to answer from there on. */
function saysNothing(message: JsonObject): boolean {
  if (isDirective(message)) return false
  const { role, content } = message
  return content === '' || (isList(content) && content.length === 0) || (role === 'system' && content === undefined)
}

/** A request that ends on the assistant asks it to go on from there, which newer models refuse. */
function* checkEnd(turns: readonly Turn[], model: string | undefined): Generator<Violation> {
  const end = turns.at(-1)
  if (end?.role !== 'assistant' || endsOnServer(end)) return
  const { block, path = end.path } = end.blocks.at(-1) ?? {}
  if (block?.type === 'tool_use') return
  if (model !== undefined && (readClaudeModel(model)?.version ?? 0) >= 4.06) {
    const fault =
      'This model does not support assistant message prefill. The conversation must end with a user message.'
    yield violationOf(end.path, 'prefill-unsupported', fault)
  } else if (typeof block?.text === 'string' && block.text !== block.text.trimEnd()) {
    yield violationOf(path, 'prefill-whitespace', 'final assistant content cannot end with trailing whitespace.')
  }
}
