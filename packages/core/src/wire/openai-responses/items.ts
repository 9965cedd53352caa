import { expectString, malformed } from '../../expect.ts'
import { isList, isObject, type Json, type JsonObject, rest } from '../../json.ts'
import {
  type ContentPart,
  callId,
  type Message,
  type Part,
  type ThinkingPart,
  type ToolMessage,
} from '../../message/message.ts'
import { isPlain } from '../residue.ts'
import { opaqueOpenAiResponsesPart, openAiResponsesResidue, readOpenAiResponsesPart } from './parts.ts'

/** One input item: a separate message, or a piece of the assistant's turn. */
export type InputItem =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'said'; readonly parts: readonly Part[]; readonly listed?: true; readonly fields: JsonObject }
  | { readonly kind: 'thought'; readonly part: ThinkingPart }
  | { readonly kind: 'called'; readonly part: Part }

export function readItem(value: Json, path: string): InputItem {
  if (!isObject(value)) throw malformed(path, 'an input item')
  if (value.type === undefined || value.type === 'message') return readMessageItem(value, path)
  switch (value.type) {
    case 'function_call':
      return { kind: 'called', part: readCall(value, path, 'arguments') }
    case 'custom_tool_call':
      return { kind: 'called', part: { ...readCall(value, path, 'input'), freeform: true } }
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { kind: 'message', message: readOutput(value, path) }
    case 'reasoning':
      return readReasoning(value)
    default:
      expectString(value.type, `${path}.type`)
      return { kind: 'called', part: opaqueOpenAiResponsesPart(value) }
  }
}

function readMessageItem(item: JsonObject, path: string): InputItem {
  const role = expectString(item.role, `${path}.role`, '"user", "assistant", "system" or "developer"')
  if (!['user', 'assistant', 'system', 'developer'].includes(role)) {
    return { kind: 'message', message: { role: 'user', parts: [{ ...opaqueOpenAiResponsesPart(item), whole: true }] } }
  }
  const { parts, listed, empty } = readContent(item.content, role, `${path}.content`)
  const fields = {
    untyped: item.type === undefined ? true : undefined,
    empty,
    extra: rest(item, ['type', 'role', 'content']),
  }
  if (role === 'assistant') return { kind: 'said', parts, ...(listed && { listed }), fields }
  const common = { parts, ...(listed && { listed }), ...openAiResponsesResidue(fields) }
  if (role === 'user') return { kind: 'message', message: { role, ...common } }
  return { kind: 'message', message: { role: 'system', ...common, ...(role === 'developer' && { developer: true }) } }
}

interface Content {
  readonly parts: readonly ContentPart[]
  readonly listed?: true
  readonly empty?: string
}

function readContent(content: Json | undefined, role: string, path: string): Content {
  if (content === '') return { parts: [] }
  if (typeof content === 'string') return { parts: [{ type: 'text', text: content }] }
  if (!isList(content)) throw malformed(path, 'a string or a list of parts')
  if (content.length === 0) return { parts: [], empty: 'list' }
  const parts = content.map((part, i) => readOpenAiResponsesPart(part, role, `${path}[${i}]`))
  return isPlain(parts) ? { parts, listed: true } : { parts }
}

function readCall(item: JsonObject, path: string, key: 'arguments' | 'input') {
  return {
    type: 'tool-call' as const,
    callId: callId(expectString(item.call_id, `${path}.call_id`)),
    name: expectString(item.name, `${path}.name`),
    arguments: expectString(item[key], `${path}.${key}`),
    ...openAiResponsesResidue({ extra: rest(item, ['type', 'call_id', 'name', key]) }),
  }
}

function readOutput(item: JsonObject, path: string): ToolMessage {
  const custom = item.type === 'custom_tool_call_output' ? true : undefined
  const known = ['type', 'call_id', 'output']
  const id = callId(expectString(item.call_id, `${path}.call_id`))
  const { output } = item
  if (output === undefined) throw malformed(`${path}.output`, 'a string or a list of parts')
  if (typeof output !== 'string' && !isList(output)) {
    const part = { type: 'text', text: JSON.stringify(output), ...openAiResponsesResidue({ json: true }) } as const
    return { role: 'tool', callId: id, parts: [part], ...openAiResponsesResidue({ custom, extra: rest(item, known) }) }
  }
  const { parts, listed, empty } = readContent(output, 'tool', `${path}.output`)
  return {
    role: 'tool',
    callId: id,
    parts,
    ...(listed && { listed }),
    ...openAiResponsesResidue({ custom, empty, extra: rest(item, known) }),
  }
}

/** The pieces of a summary are one text, and their lengths remember where to cut it again. */
function readReasoning(item: JsonObject): InputItem {
  const encrypted = typeof item.encrypted_content === 'string' ? { encrypted: item.encrypted_content } : {}
  const from = isTexts(item.summary, 'summary_text') ? 'summary' : undefined
  const thought = isTexts(item.content, 'reasoning_text') ? 'content' : undefined
  const key = from === 'summary' && textsOf(item.summary).length > 0 ? 'summary' : (thought ?? from)
  if (key === undefined) return { kind: 'called', part: opaqueOpenAiResponsesPart(item) }
  const texts = textsOf(item[key])
  const lengths = texts.length === 1 ? undefined : texts.map((text) => text.length)
  const known = ['type', key, ...(encrypted.encrypted === undefined ? [] : ['encrypted_content'])]
  const fields = { key: key === 'summary' ? undefined : key, lengths, extra: rest(item, known) }
  return {
    kind: 'thought',
    part: { type: 'thinking', text: texts.join(pause), ...encrypted, ...openAiResponsesResidue(fields) },
  }
}

/** The separator between two pieces of a summary. */
export const pause = '\n\n'

function isTexts(value: Json | undefined, type: string): value is readonly JsonObject[] {
  return (
    isList(value) &&
    value.every(
      (piece) =>
        isObject(piece) && piece.type === type && typeof piece.text === 'string' && Object.keys(piece).length === 2,
    )
  )
}

function textsOf(value: Json | undefined): readonly string[] {
  return isList(value) ? value.map((piece) => (isObject(piece) ? String(piece.text) : '')) : []
}
