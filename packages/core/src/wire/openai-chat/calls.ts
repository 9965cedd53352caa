import { expectObject, expectString, malformed } from '../../expect.ts'
import { isList, isObject, type Json, type JsonObject, parseJson, rest } from '../../json.ts'
import { callId, type OpaquePart, type ToolCallPart } from '../../message/message.ts'
import type { Writer } from '../writer.ts'
import { opaqueOpenAiChatPart, openAiChatResidue } from './parts.ts'

export function readCall(value: Json, path: string): ToolCallPart | OpaquePart {
  const call = expectObject(value, path, 'a tool call')
  const untyped = call.type === undefined ? true : undefined
  if (untyped || call.type === 'function') return readFunctionCall(call, path, untyped)
  if (call.type === 'custom' && isObject(call.custom)) return readCustomCall(call, call.custom, path)
  return opaqueOpenAiChatPart(value, { place: 'tool_calls' })
}

function readFunctionCall(call: JsonObject, path: string, untyped: true | undefined): ToolCallPart {
  const inner = expectObject(call.function, `${path}.function`)
  const given = inner.arguments
  if (typeof given !== 'string' && !isObject(given)) throw malformed(`${path}.function.arguments`, 'JSON text')
  const parsed = isObject(given) ? true : undefined
  const fields = {
    untyped,
    parsed,
    extra: rest(call, ['id', 'type', 'function']),
    inner: rest(inner, ['name', 'arguments']),
  }
  return {
    type: 'tool-call',
    callId: callId(expectString(call.id, `${path}.id`)),
    name: expectString(inner.name, `${path}.function.name`),
    arguments: typeof given === 'string' ? given : JSON.stringify(given),
    ...openAiChatResidue(fields),
  }
}

function readCustomCall(call: JsonObject, inner: JsonObject, path: string): ToolCallPart {
  return {
    type: 'tool-call',
    callId: callId(expectString(call.id, `${path}.id`)),
    name: expectString(inner.name, `${path}.custom.name`),
    arguments: expectString(inner.input, `${path}.custom.input`),
    freeform: true,
    ...openAiChatResidue({ extra: rest(call, ['id', 'type', 'custom']), inner: rest(inner, ['name', 'input']) }),
  }
}

export function writeCall(call: ToolCallPart, writer: Writer): Json {
  const fields = writer.fields(call.residue)
  const extra = isObject(fields.extra) ? fields.extra : {}
  const inner = isObject(fields.inner) ? fields.inner : {}
  if (call.breakpoint !== undefined) writer.lose('breakpoint', `on a call of ${call.name}`)
  const id = writer.callId(call.callId)
  const name = writer.toolName(call.name)
  if (call.freeform) return { id, type: 'custom', custom: { name, input: call.arguments, ...inner }, ...extra }
  const type = fields.untyped ? {} : { type: 'function' }
  return { id, ...type, function: { name, arguments: writeArguments(call, fields, writer), ...inner }, ...extra }
}

/** Some servers hand out parsed arguments; theirs go back as they came. Ours are always an object's text. */
function writeArguments(call: ToolCallPart, fields: JsonObject, writer: Writer): Json {
  const value = parseJson(call.arguments)
  if (fields.parsed && value !== undefined) return value
  if (writer.own || isObject(value)) return call.arguments
  if (call.arguments.trim() === '') return '{}'
  writer.lose('arguments', `${call.name}: not a JSON object, wrapped in one`)
  return JSON.stringify({ input: value ?? call.arguments })
}

export function readCalls(value: Json | undefined, path: string): readonly (ToolCallPart | OpaquePart)[] {
  return isList(value) ? value.map((call, i) => readCall(call, `${path}[${i}]`)) : []
}
