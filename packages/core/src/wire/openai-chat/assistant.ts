import { isObject, type Json, type JsonObject, rest } from '../../json.ts'
import type { AssistantMessage, ContentPart, Part, ThinkingPart, ToolCallPart } from '../../message/message.ts'
import type { Writer } from '../writer.ts'
import { readCalls, writeCall } from './calls.ts'
import { type Content, readContent, writeContent } from './content.ts'
import { openAiChatResidue } from './parts.ts'

export function readAssistant(message: JsonObject, path: string): AssistantMessage {
  const content = readContent(message.content, `${path}.content`)
  const calls = readCalls(message.tool_calls, `${path}.tool_calls`)
  const { thinking, key } = readThinking(message)
  const refusal = typeof message.refusal === 'string' && message.refusal !== '' ? message.refusal : undefined
  const known = [
    'role',
    'content',
    ...(key ? [key] : []),
    ...(refusal ? ['refusal'] : []),
    ...(calls.length > 0 ? ['tool_calls'] : []),
  ]
  const refused: readonly ContentPart[] = refusal
    ? [{ type: 'text', text: refusal, refusal: true, ...openAiChatResidue({ place: 'field' }) }]
    : []
  return {
    role: 'assistant',
    parts: [...thinking, ...content.parts, ...refused, ...calls],
    ...(content.listed && { listed: content.listed }),
    ...openAiChatResidue({ empty: unusualEmpty(content), extra: rest(message, known) }),
  }
}

/** An assistant that says nothing says `null`. */
function unusualEmpty({ empty }: Content): string | undefined {
  return empty === 'null' ? undefined : empty
}

/** Servers that show reasoning do it under one of two names. */
function readThinking(message: JsonObject): { readonly thinking: readonly ThinkingPart[]; readonly key?: string } {
  const key = ['reasoning_content', 'reasoning'].find(
    (name) => typeof message[name] === 'string' && message[name] !== '',
  )
  if (key === undefined) return { thinking: [] }
  const text = message[key] as string
  return { key, thinking: [{ type: 'thinking', text, ...openAiChatResidue(key === 'reasoning' ? { key } : {}) }] }
}

/** `undefined` when nothing is left that Chat could say. */
export function writeAssistant(message: AssistantMessage, writer: Writer, fields: JsonObject): Json | undefined {
  const thinking = message.parts.filter((part) => part.type === 'thinking')
  const calls = message.parts.filter(isCall)
  const fielded = message.parts.filter(isFieldRefusal)
  const content = message.parts.filter(
    (part) => part.type !== 'thinking' && !isCall(part) && !isFieldRefusal(part),
  ) as readonly ContentPart[]
  if (!isInOrder(message.parts)) writer.lose('order', 'text after a call')
  const written: JsonObject = {
    ...writeContent(message, content, writer, { empty: 'null', fields }),
    ...writeThinking(thinking, message, writer),
    ...(fielded[0] && { refusal: fielded[0].text }),
    ...(calls.length > 0 && { tool_calls: writeCalls(calls, writer) }),
  }
  const extra = isObject(fields.extra) ? fields.extra : {}
  if (writer.own || written.content !== null || written.tool_calls || written.refusal) {
    return { role: 'assistant', ...written, ...extra }
  }
  if (written.reasoning_content) return { role: 'assistant', ...written, content: '', ...extra }
  writer.lose('blank', 'an assistant message that says nothing')
  return undefined
}

type Call = ToolCallPart | Extract<Part, { type: 'opaque' }>

function isCall(part: Part): part is Call {
  return part.type === 'tool-call' || (part.type === 'opaque' && part.residue?.fields.place === 'tool_calls')
}

function isFieldRefusal(part: Part): part is Extract<Part, { type: 'text' }> {
  return part.type === 'text' && part.refusal === true && part.residue?.fields.place === 'field'
}

function writeCalls(calls: readonly Call[], writer: Writer): readonly Json[] {
  return calls.map((call) => (call.type === 'opaque' ? call.value : writeCall(call, writer)))
}

/** Chat has one order: thinking, then text, then calls. */
function isInOrder(parts: readonly Part[]): boolean {
  const ranks = parts.map((part) => (part.type === 'thinking' ? 0 : isCall(part) ? 2 : 1))
  return ranks.every((rank, i) => i === 0 || rank >= (ranks[i - 1] ?? 0))
}

function writeThinking(thinking: readonly ThinkingPart[], message: AssistantMessage, writer: Writer): JsonObject {
  const shown = thinking.filter((part) => part.text !== '' && writer.mayShow(part, message))
  if (shown.length < thinking.length) writer.lose('thinking', 'reasoning that only its own model can read')
  if (shown.some((part) => part.signature ?? part.encrypted)) writer.lose('seal', 'the signature of reasoning')
  if (shown.length > 1) writer.lose('boundary', 'between pieces of reasoning')
  if (shown.length === 0) return {}
  const key = writer.fields(shown[0]?.residue).key
  return { [typeof key === 'string' ? key : 'reasoning_content']: shown.map((part) => part.text).join('\n\n') }
}
