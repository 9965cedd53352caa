import { isObject, type Json, type JsonObject } from '../../json.ts'
import type {
  AssistantMessage,
  FilePart,
  ImagePart,
  Message,
  Part,
  Source,
  TextPart,
  ThinkingPart,
} from '../../message/message.ts'
import { argumentsObject, argumentsValue } from '../call-arguments.ts'
import { writeMarker } from '../marker.ts'
import { describeOpaque } from '../opaque.ts'
import { extraOf } from '../residue.ts'
import { guessMediaType, loseType, standIn } from '../source.ts'
import { isBlank, type Writer } from '../writer.ts'

/** Writes one part, or nothing where Anthropic has no place for it. */
export function writeBlock(part: Part, message: Message, writer: Writer): Json | undefined {
  const fields = writer.fields(part.residue)
  const marked = part.breakpoint !== undefined && (part.type !== 'thinking' || writer.own)
  if (part.breakpoint !== undefined && !marked) writer.lose('breakpoint', 'on reasoning')
  const around = {
    ...(part.breakpoint && marked && { cache_control: writeMarker(part.breakpoint) }),
    ...extraOf(fields),
  }
  switch (part.type) {
    case 'text':
      return writeText(part, writer, around)
    case 'thinking':
      return message.role === 'assistant' ? writeThinking(part, message, writer, around) : undefined
    case 'tool-call': {
      const own = writer.own ? argumentsValue(part) : undefined
      const input = own === undefined ? argumentsObject(part, writer) : own
      return { type: 'tool_use', id: writer.callId(part.callId), name: writer.toolName(part.name), input, ...around }
    }
    case 'image':
      if (part.detail !== undefined) writer.lose('field', 'detail')
      return writeMedia(part, message, writer, { around, inner: isObject(fields.inner) ? fields.inner : {} })
    case 'file':
      return writeMedia(part, message, writer, { around, inner: isObject(fields.inner) ? fields.inner : {} })
    case 'opaque':
      if (part.format === 'anthropic') return part.value
      writer.lose('opaque', describeOpaque(part))
      return undefined
  }
}

function writeText(part: TextPart, writer: Writer, around: JsonObject): Json | undefined {
  if (isBlank(part.text) && !writer.own) {
    writer.lose('blank', 'text without a visible character')
    return undefined
  }
  if (part.refusal) writer.lose('flag', 'refusal')
  return { type: 'text', text: part.text, ...around }
}

function writeThinking(
  part: ThinkingPart,
  message: AssistantMessage,
  writer: Writer,
  around: JsonObject,
): Json | undefined {
  if (part.redacted !== undefined && writer.mayShow(part, message)) {
    return { type: 'redacted_thinking', data: part.redacted, ...around }
  }
  const { signature } = part
  if (writer.own && signature === undefined) return { type: 'thinking', thinking: part.text, ...around }
  if (signature === undefined || !writer.mayShow(part, message)) {
    writer.lose('thinking', signature === undefined ? 'reasoning without a signature' : 'reasoning of another model')
    return undefined
  }
  return { type: 'thinking', thinking: part.text, signature, ...around }
}

interface Wrapping {
  readonly around: JsonObject
  readonly inner: JsonObject
}

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

function writeMedia(
  part: ImagePart | FilePart,
  message: Message,
  writer: Writer,
  { around, inner }: Wrapping,
): Json | undefined {
  loseType(part.source, writer)
  const source = { ...writeSource(part.source, writer), ...inner }
  const name = part.type === 'file' ? part.name : undefined
  if (writer.own || isWelcome(part, message, source)) {
    if (part.type === 'image') return { type: 'image', source, ...around }
    return { type: 'document', source, ...(name !== undefined && { title: name }), ...around }
  }
  const text = standIn(part.type, part.source, name)
  writer.lose('media', text)
  return { type: 'text', text, ...around }
}

/** People and tools may show pictures and PDFs, not from plain http; assistants and system prompts may not. */
function isWelcome(part: ImagePart | FilePart, message: Message, source: JsonObject): boolean {
  if (message.role !== 'user' && message.role !== 'tool') return false
  if (part.source.kind === 'url') return part.source.url.startsWith('https:')
  if (part.source.kind === 'file') return true
  const types = part.type === 'image' ? imageTypes : ['application/pdf']
  return types.includes(String(source.media_type))
}

function writeSource(source: Source, writer: Writer): JsonObject {
  switch (source.kind) {
    case 'data':
      return { type: 'base64', media_type: typeOf(source, writer), data: source.data }
    case 'url':
      return { type: 'url', url: source.url }
    case 'file':
      return { type: 'file', file_id: source.fileId }
  }
}

/** Bytes that are not of the type they are said to be are refused, so what the bytes say counts. */
function typeOf({ data, mediaType }: Extract<Source, { kind: 'data' }>, writer: Writer): string {
  const seen = guessMediaType(data)
  if (writer.own || mediaType === undefined || mediaType === seen || !imageTypes.includes(seen))
    return mediaType ?? seen
  writer.lose('field', `the type ${mediaType}: it is ${seen}`)
  return seen
}
