import { isList, isObject, type Json, type JsonObject, parseJson } from '../../json.ts'
import type {
  AssistantMessage,
  ContentPart,
  Message,
  Part,
  ThinkingPart,
  ToolCallPart,
  ToolMessage,
} from '../../message/message.ts'
import { describeOpaque } from '../opaque.ts'
import { extraOf, isPlain } from '../residue.ts'
import type { Writer } from '../writer.ts'
import { pause } from './items.ts'
import { writeOpenAiResponsesPart } from './parts.ts'
import { joins } from './turn.ts'

/** Writes a history as input items. */
export function writeItems(messages: readonly Message[], writer: Writer, firstIndex = 0): readonly Json[] {
  const freeform = new Set(
    messages.flatMap((message) =>
      message.parts.flatMap((part) => (part.type === 'tool-call' && part.freeform ? [part.callId] : [])),
    ),
  )
  let open: { readonly spoke: boolean; readonly called: boolean } | undefined
  return messages.flatMap((message, i) => {
    writer.at(firstIndex + i)
    const [first] = message.parts
    if (first?.type === 'opaque' && first.whole && first.format === 'openai-responses') return [first.value]
    if (message.role !== 'assistant') {
      open = undefined
      if (message.role === 'tool') return [writeOutput(message, writer, freeform.has(message.callId))]
      return [writeMessage(message, writer)]
    }
    const items = writeTurn(message, writer)
    if (items[0] !== undefined && joins(open, kindOf(items[0])) && !writer.own)
      writer.lose('boundary', 'between two assistant messages')
    if (!writer.own && !staysWhole(items)) writer.lose('boundary', 'reasoning after words starts another message')
    if (items.length > 0) open = turnOf(items)
    return items
  })
}

/** True when a reader would take these items for one message again. */
function staysWhole(items: readonly Json[]): boolean {
  return items.every((item, i) => i === 0 || joins(turnOf(items.slice(0, i)), kindOf(item)))
}

function kindOf(item: Json): 'said' | 'thought' | 'called' {
  if (!isObject(item)) return 'called'
  if (item.type === 'reasoning') return 'thought'
  return item.type === undefined || item.type === 'message' ? 'said' : 'called'
}

function turnOf(items: readonly Json[]): { readonly spoke: boolean; readonly called: boolean } | undefined {
  const kinds = items.map(kindOf)
  const [only] = items
  if (items.length === 1 && isObject(only) && kinds[0] === 'said' && only.content === '') return undefined
  return { spoke: kinds.includes('said'), called: kinds.includes('called') }
}

function writeMessage(message: Exclude<Message, AssistantMessage | ToolMessage>, writer: Writer): Json {
  const fields = writer.fields(message.residue)
  const role = message.role === 'system' && message.developer ? 'developer' : message.role
  const type = fields.untyped ? {} : { type: 'message' }
  return { ...type, role, content: writeContent(message, message.parts, writer, fields), ...extraOf(fields) }
}

function writeContent(message: Message, parts: readonly ContentPart[], writer: Writer, fields: JsonObject): Json {
  if (parts.length === 0) return fields.empty === 'list' ? [] : ''
  const [only] = parts
  if (only?.type === 'text' && !message.listed && isPlain(withoutForeign(parts))) {
    writer.fields(only.residue)
    return only.text
  }
  const written = parts.flatMap((part) => writeOpenAiResponsesPart(part, message.role, writer) ?? [])
  return written.length === 0 && !writer.own ? '' : written
}

function withoutForeign(parts: readonly ContentPart[]): readonly ContentPart[] {
  return parts.map((part) =>
    part.residue === undefined || part.residue.format === 'openai-responses' ? part : { ...part, residue: undefined },
  )
}

function writeOutput(message: ToolMessage, writer: Writer, freeform: boolean): Json {
  const fields = writer.fields(message.residue)
  if (message.isError) writer.lose('flag', 'the result is an error')
  if (message.breakpoint) writer.lose('breakpoint', 'on a result')
  const custom = writer.own ? fields.custom === true : freeform
  const [only] = message.parts
  const isJson =
    only?.type === 'text' && only.residue?.format === 'openai-responses' && only.residue.fields.json === true
  const output = isJson ? (parseJson(only.text) ?? only.text) : writeContent(message, message.parts, writer, fields)
  const type = custom ? 'custom_tool_call_output' : 'function_call_output'
  return { type, call_id: writer.callId(message.callId), output, ...extraOf(fields) }
}

function writeTurn(message: AssistantMessage, writer: Writer): readonly Json[] {
  const fields = writer.fields(message.residue)
  if (message.parts.length === 0) {
    if (writer.own) return [writeSaid([], message, writer, fields)]
    writer.lose('blank', 'an assistant message that says nothing')
    return []
  }
  const items = runs(message.parts).flatMap((run) => writeRun(run, message, writer) ?? [])
  if (items.length === 0) writer.lose('blank', 'an assistant message of which nothing is left')
  return dropLoneReasoning(items, writer)
}

/** Reasoning without the item it led to is refused, so a turn may not end in it. */
function dropLoneReasoning(items: readonly Json[], writer: Writer): readonly Json[] {
  if (writer.own || items.length === 0 || kindOf(items.at(-1) ?? null) !== 'thought') return items
  writer.lose('thinking', 'reasoning that led to nothing')
  return dropLoneReasoning(items.slice(0, -1), writer)
}

/** Groups adjacent text parts into one message item; every other part is a separate item. */
function runs(parts: readonly Part[]): readonly (readonly Part[])[] {
  const found: Part[][] = []
  for (const part of parts) {
    const before = found.at(-1)
    const opens = ownFields(part).opens === true
    const follows = before?.[0] !== undefined && isWords(before[0]) && isWords(part)
    if (before !== undefined && follows && !opens) before.push(part)
    else found.push([part])
  }
  return found
}

function isWords(part: Part): boolean {
  if (part.type === 'opaque') return ownFields(part).inside === true
  return part.type === 'text' || part.type === 'image' || part.type === 'file'
}

function ownFields(part: Part): JsonObject {
  return part.residue?.format === 'openai-responses' ? part.residue.fields : {}
}

function writeRun(run: readonly Part[], message: AssistantMessage, writer: Writer): Json | undefined {
  const [first] = run
  if (first === undefined) return undefined
  if (isWords(first)) {
    const said = writeSaid(run as readonly ContentPart[], message, writer, ownFields(first))
    // A message without words is refused, wherever it came from.
    return writer.own || !isBlank(said) ? said : undefined
  }
  if (first.type === 'thinking') return writeThinking(first, message, writer)
  if (first.type === 'tool-call') return writeCall(first, writer)
  if (first.type === 'opaque' && first.format === 'openai-responses') return first.value
  if (first.type === 'opaque') writer.lose('opaque', describeOpaque(first))
  return undefined
}

function isBlank(item: Json): boolean {
  return isObject(item) && isList(item.content) && item.content.length === 0
}

function writeSaid(run: readonly ContentPart[], message: AssistantMessage, writer: Writer, fields: JsonObject): Json {
  const type = fields.untyped ? {} : { type: 'message' }
  const extra = isObject(fields.item) ? fields.item : run.length === 0 ? extraOf(fields) : {}
  return { ...type, role: 'assistant', content: writeWords(run, message, writer, fields), ...extra }
}

function writeWords(run: readonly ContentPart[], message: AssistantMessage, writer: Writer, fields: JsonObject): Json {
  if (run.length === 0) return fields.empty === 'list' ? [] : ''
  const [only, ...others] = run
  const bare = only?.type === 'text' && others.length === 0 && only.text !== '' && !only.refusal && !only.breakpoint
  const asString = fields.form === undefined ? !message.listed : fields.form === 'string'
  if (bare && asString && fields.extra === undefined && fields.as === undefined) {
    writer.fields(only.residue)
    return only.text
  }
  return run.flatMap((part) => writeOpenAiResponsesPart(part, 'assistant', writer) ?? [])
}

function writeCall(call: ToolCallPart, writer: Writer): Json {
  const fields = writer.fields(call.residue)
  if (call.breakpoint) writer.lose('breakpoint', `on a call of ${call.name}`)
  const named = { call_id: writer.callId(call.callId), name: writer.toolName(call.name) }
  if (call.freeform) return { type: 'custom_tool_call', ...named, input: call.arguments, ...extraOf(fields) }
  return { type: 'function_call', ...named, arguments: writeArguments(call, writer), ...extraOf(fields) }
}

function writeArguments(call: ToolCallPart, writer: Writer): string {
  const value = parseJson(call.arguments)
  if (writer.own || isObject(value)) return call.arguments
  if (call.arguments.trim() === '') return '{}'
  writer.lose('arguments', `${call.name}: not a JSON object, wrapped in one`)
  return JSON.stringify({ input: value ?? call.arguments })
}

/** Without its encrypted form reasoning cannot be sent back, so what another provider thought stays out. */
function writeThinking(part: ThinkingPart, message: AssistantMessage, writer: Writer): Json | undefined {
  const fields = writer.fields(part.residue)
  if (!writer.own && (part.encrypted === undefined || !writer.mayShow(part, message))) {
    writer.lose('thinking', 'reasoning that this API did not write')
    return undefined
  }
  const encrypted = part.encrypted === undefined ? {} : { encrypted_content: part.encrypted }
  const key = fields.key === 'content' ? 'content' : 'summary'
  const type = key === 'content' ? 'reasoning_text' : 'summary_text'
  const pieces = cutAt(part.text, fields.lengths).map((text) => ({ type, text }))
  return { type: 'reasoning', [key]: pieces, ...encrypted, ...extraOf(fields) }
}

function cutAt(text: string, lengths: Json | undefined): readonly string[] {
  if (!isList(lengths)) return text === '' ? [] : [text]
  let start = 0
  return lengths.map((length) => {
    const piece = text.slice(start, start + Number(length))
    start += Number(length) + pause.length
    return piece
  })
}
