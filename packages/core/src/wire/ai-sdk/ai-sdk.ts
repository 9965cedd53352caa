import { expectObject, expectString, malformed } from '../../expect.ts'
import { isList, isObject, type Json, type JsonObject, rest } from '../../json.ts'
import {
  type ContentPart,
  callId,
  type Message,
  type Part,
  type SystemMessage,
  type ToolMessage,
} from '../../message/message.ts'
import type { Codec } from '../codec.ts'
import { closeEnvelope, envelopeResidue, openEnvelope } from '../envelope.ts'
import { extraOf } from '../residue.ts'
import { createWriter, isSilent, type Writer } from '../writer.ts'
import { opaqueAiSdkPart, readAiSdkPart } from './parts.ts'
import { aiSdkResidue, readOptions, writeOptions } from './provider-options.ts'
import { readOutput, writeOutput } from './result-output.ts'
import { writeAiSdkPart } from './write-ai-sdk-part.ts'

/** The SDK takes any id and name. */
const alphabet = { idChars: Number.POSITIVE_INFINITY, nameChars: Number.POSITIVE_INFINITY }

/** The `ModelMessage` of the AI SDK. */
export const aiSdk: Codec = {
  format: 'ai-sdk',
  decode: (value) => {
    const { list, body, path } = openEnvelope(value, 'messages')
    return { messages: readMessages(list, path), residue: envelopeResidue('ai-sdk', body, ['messages']) }
  },
  encode: (transcript, options) => {
    const writer = createWriter('ai-sdk', transcript, alphabet, options)
    const messages = writeMessages(transcript.messages, writer)
    writer.at(undefined)
    if (transcript.tools !== undefined) writer.lose('tools', `${transcript.tools.length} tool definitions`)
    const { model, ...unnamed } = transcript
    if (model !== undefined) writer.lose('setting', 'model')
    const value = closeEnvelope(unnamed, 'messages', writer, { messages })
    return { value: writer.own ? value : messages, losses: writer.losses }
  },
}

/** Splits results that share a message into one message each; one that was apart from its neighbour says so. */
function readMessages(list: readonly Json[], path: string): readonly Message[] {
  const messages: Message[] = []
  list.forEach((value, i) => {
    const [first, ...others] = readMessage(value, `${path}[${i}]`)
    if (first === undefined) return
    const apart = messages.at(-1)?.role === 'tool' && first.role === 'tool'
    messages.push(apart ? { ...first, ...aiSdkResidue({ ...first.residue?.fields, apart: true }) } : first, ...others)
  })
  return messages
}

function readMessage(value: Json, path: string): readonly Message[] {
  const message = expectObject(value, path, 'a message')
  const role = expectString(message.role, `${path}.role`, '"system", "user", "assistant" or "tool"')
  const { content } = message
  const extra = rest(message, ['role', 'content'])
  switch (role) {
    case 'system': {
      const text = expectString(content, `${path}.content`)
      if (text === '') return [{ role, parts: [], ...aiSdkResidue({ extra }) }]
      const { said, others } = readOptions(message, [])
      return [
        {
          role,
          parts: [{ type: 'text', text, ...said }],
          ...aiSdkResidue({ extra: rest(others, ['role', 'content']) }),
        },
      ]
    }
    case 'user':
    case 'assistant': {
      const { parts, listed, empty } = readContent(content, `${path}.content`)
      const common = { ...(listed && { listed }), ...aiSdkResidue({ empty, extra }) }
      return role === 'user'
        ? [{ role, parts: parts as readonly ContentPart[], ...common }]
        : [{ role, parts, ...common }]
    }
    case 'tool':
      if (isList(content) && content.length > 0 && content.every(isResult))
        return readResults(content, `${path}.content`, extra)
      return [{ role: 'user', parts: [{ ...opaqueAiSdkPart(value), whole: true }] }]
    default:
      return [{ role: 'user', parts: [{ ...opaqueAiSdkPart(value), whole: true }] }]
  }
}

function isResult(value: Json): value is JsonObject {
  return isObject(value) && value.type === 'tool-result'
}

function readContent(content: Json | undefined, path: string) {
  if (content === '') return { parts: [] }
  if (typeof content === 'string') return { parts: [{ type: 'text', text: content }] as readonly Part[] }
  if (!isList(content)) throw malformed(path, 'a string or a list of parts')
  const parts = content.map((part, i) => readAiSdkPart(part, `${path}[${i}]`))
  if (parts.length === 0) return { parts, empty: 'list' }
  const [only] = parts
  const plain =
    parts.length === 1 && only?.type === 'text' && only.residue === undefined && only.breakpoint === undefined
  return plain ? { parts, listed: true as const } : { parts }
}

function readResults(
  content: readonly JsonObject[],
  path: string,
  extra: JsonObject | undefined,
): readonly ToolMessage[] {
  return content.map((block, i) => {
    const at = `${path}[${i}]`
    const { said, others } = readOptions(block, [])
    const { fields, ...output } = readOutput(block.output, `${at}.output`)
    const toolName = expectString(block.toolName, `${at}.toolName`)
    const unknown = rest(others, ['type', 'toolCallId', 'toolName', 'output'])
    const message = i === 0 ? extra : undefined
    return {
      role: 'tool',
      callId: callId(expectString(block.toolCallId, `${at}.toolCallId`)),
      ...output,
      ...said,
      ...aiSdkResidue({ ...fields, toolName, message, extra: unknown }),
    }
  })
}

function writeMessages(messages: readonly Message[], writer: Writer): readonly Json[] {
  const names = new Map(
    messages.flatMap((message) =>
      message.parts.flatMap((part) => (part.type === 'tool-call' ? [[part.callId, part.name]] : [])),
    ),
  )
  const written: { readonly value: JsonObject; readonly results?: Json[] }[] = []
  messages.forEach((message, i) => {
    writer.at(i)
    const fields = writer.fields(message.residue)
    if (message.role !== 'tool') {
      const value = writeSaid(message, fields, writer)
      if (value !== undefined) written.push({ value })
      return
    }
    const result = writeResult(message, fields, writer, names.get(message.callId))
    const before = written.at(-1)?.results
    if (before !== undefined && !fields.apart) before.push(result)
    else
      written.push({ value: { role: 'tool', ...(isObject(fields.message) ? fields.message : {}) }, results: [result] })
  })
  return written.map(({ value, results }) => (results === undefined ? value : { ...value, content: results }))
}

function writeResult(message: ToolMessage, fields: JsonObject, writer: Writer, name: string | undefined): Json {
  const toolName = typeof fields.toolName === 'string' ? fields.toolName : (name ?? 'unknown')
  const output = writeOutput(message, fields, writer)
  const block = { type: 'tool-result', toolCallId: message.callId, toolName, output, ...extraOf(fields) }
  return writeOptions(block, { breakpoint: message.breakpoint })
}

function writeSaid(message: Exclude<Message, ToolMessage>, fields: JsonObject, writer: Writer): JsonObject | undefined {
  const [first, ...others] = message.parts
  if (first?.type === 'opaque' && first.whole && first.format === 'ai-sdk' && isObject(first.value)) return first.value
  const { role } = message
  if (role === 'system') return writeSystem(message, fields, writer)
  const plain =
    first?.type === 'text' && others.length === 0 && !message.listed && first.residue === undefined && !first.breakpoint
  if (plain && first.refusal) writer.lose('flag', 'refusal')
  if (plain) return { role, content: first.text, ...extraOf(fields) }
  const content = message.parts.flatMap((part) => writeAiSdkPart(part, message, writer) ?? [])
  if (content.length > 0) return { role, content, ...extraOf(fields) }
  if (writer.own || isSilent(message)) return { role, content: fields.empty === 'list' ? [] : '', ...extraOf(fields) }
  writer.lose('blank', `a ${role} message of which nothing is left`)
  return undefined
}

/** A system prompt is one string here; the message carries the place to cache. */
function writeSystem(message: SystemMessage, fields: JsonObject, writer: Writer): JsonObject {
  const { parts } = message
  if (message.developer) writer.lose('flag', 'developer')
  if (parts.length > 1) writer.lose('boundary', 'between parts of a system message')
  const content = parts.flatMap((part, i) => {
    writer.fields(part.residue)
    if (part.breakpoint && i < parts.length - 1) writer.lose('breakpoint', 'inside a system message')
    if (part.type === 'text') return [part.text]
    writer.lose(part.type === 'opaque' ? 'opaque' : 'media', `${part.type} in a system message`)
    return []
  })
  const written = { role: 'system', content: content.join('\n\n'), ...extraOf(fields) }
  return writeOptions(written, { breakpoint: parts.at(-1)?.breakpoint })
}
