import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import { checkCallId, checkFunction } from '../openai/openai-calls.ts'
import { openAiWording } from '../openai/openai-rules.ts'
import { checkShape, type Shape, typed } from '../shape.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import { type ChatDialect, refuseChat } from './openai-chat-rules.ts'

/** OpenAI takes 40 characters; others mint longer ids and take them back. */
const maxIdChars: Readonly<Record<ChatDialect, number>> = {
  openai: 40,
  openrouter: Number.POSITIVE_INFINITY,
  compatible: Number.POSITIVE_INFINITY,
}

const maxNameChars = 64

/** Judges the calls of one assistant message. */
export function* checkToolCalls(calls: Json | undefined, path: string, dialect: ChatDialect): Generator<Violation> {
  if (!isList(calls)) return
  if (calls.length === 0) {
    const fault = `Invalid '${path}': empty array. Expected an array with minimum length 1. Leave the field out.`
    yield refuseChat(path, 'tool-calls-empty', fault)
  }
  const ids = new Set<unknown>()
  for (const [i, call] of calls.entries()) {
    const at = `${path}[${i}]`
    yield* checkCall(call, at, dialect)
    const id = isObject(call) ? call.id : undefined
    if (id !== undefined && ids.has(id)) {
      yield refuseChat(at, 'tool-call-id-unique', `Duplicate value for 'tool_call_id': '${show(id)}' in '${at}'.`)
    }
    ids.add(id)
  }
}

function* checkCall(call: Json, path: string, dialect: ChatDialect): Generator<Violation> {
  const type = isObject(call) ? call.type : undefined
  if (!isObject(call) || (type !== 'function' && type !== 'custom')) {
    const fault = `Invalid value: '${show(type)}' in '${path}.type'. Supported values are: 'function' and 'custom'.`
    yield refuseChat(path, 'tool-call-type', fault)
    return
  }
  const shape: Shape = {
    ...typed,
    id: 'any',
    [type]: 'object',
    ...(dialect === 'openai' ? {} : { 'extra_content?': 'object' }),
  }
  yield* checkShape(call, path, shape, openAiWording)
  if (call.id !== undefined) yield* checkCallId({ id: call.id, idPath: `${path}.id`, maxIdChars: maxIdChars[dialect] })
  const body = call[type]
  if (isObject(body)) yield* checkBody(body, `${path}.${type}`)
}

function* checkBody(body: JsonObject, path: string): Generator<Violation> {
  const shape: Shape = path.endsWith('custom') ? { name: 'any', input: 'string' } : { name: 'any', arguments: 'any' }
  yield* checkShape(body, path, shape, openAiWording)
  yield* checkFunction(body, path, maxNameChars)
}

/** Judges that results directly follow their calls, one each; `complete` lets no call at the end be pending. */
export function* checkChatFlow(messages: readonly Json[], complete: boolean): Generator<Violation> {
  let open = new Set<unknown>()
  let answered = new Set<unknown>()
  let asked = ''
  for (const [i, message] of messages.entries()) {
    if (!isObject(message)) continue
    const path = `messages[${i}]`
    if (message.role === 'tool') {
      yield* checkResult(message.tool_call_id, path, { open, answered })
      continue
    }
    yield* checkNoneOpen(open, asked)
    open = new Set(message.role === 'assistant' ? idsOf(message.tool_calls) : [])
    answered = new Set()
    asked = path
  }
  if (complete) yield* checkNoneOpen(open, asked)
}

interface Group {
  readonly open: Set<unknown>
  readonly answered: Set<unknown>
}

function* checkResult(id: Json | undefined, path: string, { open, answered }: Group): Generator<Violation> {
  if (id === undefined) return
  if (answered.has(id)) {
    const fault = `'${path}' answers 'tool_call_id' ${show(id)} again: each call takes one tool message.`
    yield refuseChat(path, 'tool-message-duplicate', fault)
  } else if (open.delete(id)) {
    answered.add(id)
  } else {
    const fault = `messages with role 'tool' must be a response to a preceding message with 'tool_calls'.`
    yield refuseChat(path, 'tool-message-orphan', `Invalid '${path}': ${fault} No call has id ${show(id)}.`)
  }
}

function* checkNoneOpen(open: ReadonlySet<unknown>, path: string): Generator<Violation> {
  if (open.size === 0) return
  const fault = `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.`
  const missing = `These had no response: ${[...open].map(show).join(', ')} (${path}).`
  yield refuseChat(path, 'tool-calls-unanswered', `${fault} ${missing}`)
}

const idsOf = (calls: Json | undefined) =>
  isList(calls) ? calls.flatMap((call) => (isObject(call) && call.id !== undefined ? [call.id] : [])) : []
