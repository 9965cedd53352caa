import { expectObject, expectString } from '../../expect.ts'
import { defined, type Json, type JsonObject, rest } from '../../json.ts'
import type { ContentPart, FilePart, ImagePart, OpaquePart, TextPart } from '../../message/message.ts'
import { describeOpaque } from '../opaque.ts'
import { extraOf, residueFor } from '../residue.ts'
import { loseType, sourceFromUrl, standIn, urlFromData } from '../source.ts'
import type { Writer } from '../writer.ts'

const format = 'openai-responses'

export const openAiResponsesResidue = residueFor(format)

export function opaqueOpenAiResponsesPart(value: Json): OpaquePart {
  return { type: 'opaque', format, value }
}

/** An unknown block inside a message, as opposed to an unknown item beside it. */
function opaqueBlock(value: Json): OpaquePart {
  return { ...opaqueOpenAiResponsesPart(value), ...openAiResponsesResidue({ inside: true }) }
}

/** The type that text usually has for a role: what goes in, and what came out. */
function textType(role: string): string {
  return role === 'assistant' ? 'output_text' : 'input_text'
}

export function readOpenAiResponsesPart(value: Json, role: string, path: string): ContentPart {
  const block = expectObject(value, path, 'a content part')
  const type = expectString(block.type, `${path}.type`)
  switch (type) {
    case 'input_text':
    case 'output_text':
    case 'text': {
      const unusual = type === textType(role) ? undefined : type
      return {
        type: 'text',
        text: expectString(block.text, `${path}.text`),
        ...openAiResponsesResidue({ as: unusual, extra: rest(block, ['type', 'text']) }),
      }
    }
    case 'refusal':
      return {
        type: 'text',
        text: expectString(block.refusal, `${path}.refusal`),
        refusal: true,
        ...openAiResponsesResidue({ extra: rest(block, ['type', 'refusal']) }),
      }
    case 'input_image':
      return readImage(block) ?? opaqueBlock(value)
    case 'input_file':
      return readFile(block) ?? opaqueBlock(value)
    default:
      return opaqueBlock(value)
  }
}

function readImage(block: JsonObject): ImagePart | undefined {
  const detail = typeof block.detail === 'string' ? { detail: block.detail } : {}
  const known = ['type', ...Object.keys(detail)]
  if (typeof block.image_url === 'string') {
    const extra = rest(block, [...known, 'image_url'])
    return { type: 'image', source: sourceFromUrl(block.image_url), ...detail, ...openAiResponsesResidue({ extra }) }
  }
  if (typeof block.file_id !== 'string') return undefined
  return {
    type: 'image',
    source: { kind: 'file', fileId: block.file_id },
    ...detail,
    ...openAiResponsesResidue({ extra: rest(block, [...known, 'file_id']) }),
  }
}

function readFile(block: JsonObject): FilePart | undefined {
  const name = typeof block.filename === 'string' ? { name: block.filename } : {}
  const known = ['type', ...(name.name === undefined ? [] : ['filename'])]
  const make = (source: FilePart['source'], key: string): FilePart => ({
    type: 'file',
    source,
    ...name,
    ...openAiResponsesResidue({ extra: rest(block, [...known, key]) }),
  })
  if (typeof block.file_data === 'string') {
    const source = sourceFromUrl(block.file_data)
    return source.kind === 'data' ? make(source, 'file_data') : undefined
  }
  if (typeof block.file_url === 'string') return make({ kind: 'url', url: block.file_url }, 'file_url')
  return typeof block.file_id === 'string' ? make({ kind: 'file', fileId: block.file_id }, 'file_id') : undefined
}

export function writeOpenAiResponsesPart(part: ContentPart, role: string, writer: Writer): Json | undefined {
  const fields = writer.fields(part.residue)
  if (part.breakpoint !== undefined) writer.lose('breakpoint', `on ${part.type}`)
  switch (part.type) {
    case 'text':
      return writeText(part, role, writer, fields)
    case 'image':
    case 'file':
      return writeMedia(part, role, writer, extraOf(fields))
    case 'opaque':
      if (part.format === format) return part.value
      writer.lose('opaque', describeOpaque(part))
      return undefined
  }
}

function writeText(part: TextPart, role: string, writer: Writer, fields: JsonObject): Json | undefined {
  if (part.refusal && role === 'assistant') return { type: 'refusal', refusal: part.text, ...extraOf(fields) }
  if (part.refusal) writer.lose('flag', 'refusal')
  if (part.text === '' && !writer.own) {
    writer.lose('blank', 'empty text')
    return undefined
  }
  return { type: typeof fields.as === 'string' ? fields.as : textType(role), text: part.text, ...extraOf(fields) }
}

/** Everyone but the assistant may show pictures and files. */
function writeMedia(part: ImagePart | FilePart, role: string, writer: Writer, extra: JsonObject): Json {
  loseType(part.source, writer)
  const { source } = part
  if (role === 'assistant' && !writer.own) {
    const text = standIn(part.type, source, part.type === 'file' ? part.name : undefined)
    writer.lose('media', text)
    return { type: 'output_text', text }
  }
  if (part.type === 'image') {
    const place =
      source.kind === 'file'
        ? { file_id: source.fileId }
        : { image_url: source.kind === 'url' ? source.url : urlFromData(source) }
    return defined({ type: 'input_image', ...place, detail: part.detail, ...extra })
  }
  return defined({ type: 'input_file', ...writeFilePlace(source), filename: part.name, ...extra })
}

function writeFilePlace(source: FilePart['source']): JsonObject {
  switch (source.kind) {
    case 'data':
      return { file_data: urlFromData(source) }
    case 'url':
      return { file_url: source.url }
    case 'file':
      return { file_id: source.fileId }
  }
}
