import type { Json, JsonObject } from '../../json.ts'
import type {
  AssistantMessage,
  FilePart,
  ImagePart,
  Message,
  Part,
  ThinkingPart,
  ToolCallPart,
} from '../../message/message.ts'
import { argumentsValue } from '../call-arguments.ts'
import { describeOpaque } from '../opaque.ts'
import { extraOf } from '../residue.ts'
import { guessMediaType, standIn, urlFromData } from '../source.ts'
import type { Writer } from '../writer.ts'
import { writeOptions } from './provider-options.ts'

/** Writes one part of a user's or an assistant's message, or nothing where there is no place for it. */
export function writeAiSdkPart(part: Part, message: Message, writer: Writer): Json | undefined {
  const fields = writer.fields(part.residue)
  const extra = extraOf(fields)
  switch (part.type) {
    case 'text':
      if (part.refusal) writer.lose('flag', 'refusal')
      return writeOptions({ type: 'text', text: part.text, ...extra }, { breakpoint: part.breakpoint })
    case 'thinking':
      return message.role === 'assistant' ? writeThinking(part, message, writer, extra) : undefined
    case 'tool-call':
      return writeOptions({ type: 'tool-call', ...writeCall(part, writer), ...extra }, { breakpoint: part.breakpoint })
    case 'image':
      return writeImage(part, message, writer, fields)
    case 'file':
      return writeFile(part, writer, fields)
    case 'opaque':
      if (part.format === 'ai-sdk') return part.value
      writer.lose('opaque', describeOpaque(part))
      return undefined
  }
}

function writeThinking(
  part: ThinkingPart,
  message: AssistantMessage,
  writer: Writer,
  extra: JsonObject,
): Json | undefined {
  if (!writer.mayShow(part, message)) {
    writer.lose('thinking', 'reasoning of another model')
    return undefined
  }
  const { signature, redacted, encrypted, breakpoint } = part
  return writeOptions({ type: 'reasoning', text: part.text, ...extra }, { signature, redacted, encrypted, breakpoint })
}

function writeCall(part: ToolCallPart, writer: Writer): JsonObject {
  const named = { toolCallId: part.callId, toolName: part.name }
  if (part.arguments === '' && writer.own) return named
  const value = argumentsValue(part)
  if (value !== undefined) return { ...named, input: value }
  writer.lose(part.freeform ? 'flag' : 'arguments', `${part.name}: input that is not JSON, written as a string`)
  return { ...named, input: part.arguments }
}

function writeImage(part: ImagePart, message: Message, writer: Writer, fields: JsonObject): Json {
  const { source, detail, breakpoint } = part
  const said = { detail, breakpoint }
  if (source.kind === 'file' || (message.role === 'assistant' && source.kind === 'url')) return leaveOut(part, writer)
  const written = { ...writeData(source, fields), ...extraOf(fields) }
  if (fields.as === 'file' || message.role === 'assistant') {
    return writeOptions({ type: 'file', mediaType: typeOf(source, 'image/*'), ...written }, said)
  }
  const { data, ...others } = written
  return writeOptions({ type: 'image', image: data, ...others }, said)
}

function writeData(source: Exclude<ImagePart['source'], { kind: 'file' }>, fields: JsonObject): JsonObject {
  const named = source.mediaType === undefined ? {} : { mediaType: source.mediaType }
  if (source.kind === 'url') return { data: source.url, ...named }
  if (fields.dataUrl === 'alone') return { data: urlFromData(source) }
  return { data: fields.dataUrl === 'named' ? urlFromData(source) : source.data, ...named }
}

function writeFile(part: FilePart, writer: Writer, fields: JsonObject): Json {
  const { source, name, breakpoint } = part
  if (source.kind === 'file') return leaveOut(part, writer)
  if (source.mediaType === undefined && !writer.own) writer.lose('field', 'that the type of the file is unknown')
  const mediaType = writer.own ? {} : { mediaType: typeOf(source, 'application/octet-stream') }
  const named = name === undefined ? {} : { filename: name }
  return writeOptions(
    { type: 'file', ...mediaType, ...writeData(source, fields), ...named, ...extraOf(fields) },
    { breakpoint },
  )
}

function typeOf(source: ImagePart['source'], fallback: string): string {
  return source.mediaType ?? (source.kind === 'data' ? guessMediaType(source.data) : fallback)
}

function leaveOut(part: ImagePart | FilePart, writer: Writer): Json {
  const text = standIn(part.type, part.source, part.type === 'file' ? part.name : undefined)
  writer.lose('media', text)
  return { type: 'text', text }
}
