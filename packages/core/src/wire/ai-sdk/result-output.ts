import { expectObject, expectString } from '../../expect.ts'
import { isList, isObject, type Json, type JsonObject, parseJson, rest } from '../../json.ts'
import type { ContentPart, Source, ToolMessage } from '../../message/message.ts'
import { describeOpaque } from '../opaque.ts'
import { extraOf } from '../residue.ts'
import { guessMediaType, standIn } from '../source.ts'
import type { Writer } from '../writer.ts'
import { opaqueAiSdkPart } from './parts.ts'
import { aiSdkResidue } from './provider-options.ts'

/** The output of a tool as read. `fields` remember how it was written. */
export interface ResultOutput {
  readonly parts: readonly ContentPart[]
  readonly listed?: true
  readonly isError?: true
  readonly fields: JsonObject
}

export function readOutput(value: Json | undefined, path: string): ResultOutput {
  const output = expectObject(value, path, 'a tool output')
  const type = expectString(output.type, `${path}.type`)
  const fields = { output: rest(output, ['type', 'value', 'reason']) }
  const error = type.startsWith('error-') || type === 'execution-denied' ? ({ isError: true } as const) : {}
  switch (type) {
    case 'text':
    case 'error-text':
      return { parts: textParts(expectString(output.value, `${path}.value`)), ...error, fields }
    case 'json':
    case 'error-json':
      return {
        parts: [{ type: 'text', text: JSON.stringify(output.value ?? null), ...aiSdkResidue({ json: true }) }],
        ...error,
        fields,
      }
    case 'execution-denied': {
      const reason = typeof output.reason === 'string' ? output.reason : undefined
      return {
        parts: textParts(reason ?? ''),
        ...error,
        fields: { ...fields, denied: reason === undefined ? 'silent' : 'said' },
      }
    }
    case 'content':
      if (isList(output.value)) return readList(output.value, `${path}.value`, fields)
      return { parts: [opaqueAiSdkPart(value ?? null)], fields: { whole: true } }
    default:
      return { parts: [opaqueAiSdkPart(value ?? null)], fields: { whole: true } }
  }
}

function textParts(text: string): readonly ContentPart[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

function readList(list: readonly Json[], path: string, fields: JsonObject): ResultOutput {
  const parts = list.map((item, i) => readItem(item, `${path}[${i}]`))
  const [only] = parts
  const plain = parts.length === 1 && only?.type === 'text' && only.text !== '' && only.residue === undefined
  if (plain) return { parts, listed: true, fields }
  return { parts, fields: parts.length === 0 || isUsual(parts) ? { ...fields, list: true } : fields }
}

/** Parts that would be written as plain text although they came in a list. */
function isUsual(parts: readonly ContentPart[]): boolean {
  return parts.length === 1 && parts[0]?.type === 'text'
}

const mediaKinds: Record<string, 'image' | 'file'> = {
  'image-data': 'image',
  'image-url': 'image',
  'image-file-id': 'image',
  'file-data': 'file',
  'file-url': 'file',
  'file-id': 'file',
  media: 'image',
}

function readItem(value: Json, path: string): ContentPart {
  const item = expectObject(value, path, 'a content item')
  if (item.type === 'text') {
    return {
      type: 'text',
      text: expectString(item.text, `${path}.text`),
      ...aiSdkResidue({ extra: rest(item, ['type', 'text']) }),
    }
  }
  const kind = mediaKinds[String(item.type)]
  const read = kind && readItemSource(item)
  if (kind === undefined || read === undefined) return opaqueAiSdkPart(value)
  const extra = rest(item, ['type', ...read.known])
  if (item.type === 'media') {
    const isImage = read.source.mediaType?.startsWith('image/')
    return { type: isImage ? 'image' : 'file', source: read.source, ...aiSdkResidue({ item: 'media', extra }) }
  }
  if (kind === 'image') return { type: 'image', source: read.source, ...aiSdkResidue({ extra }) }
  const name = typeof item.filename === 'string' ? { name: item.filename } : {}
  return {
    type: 'file',
    source: read.source,
    ...name,
    ...aiSdkResidue({ extra: rest(extra ?? {}, name.name === undefined ? [] : ['filename']) }),
  }
}

function readItemSource(item: JsonObject): { readonly source: Source; readonly known: readonly string[] } | undefined {
  const mediaType = typeof item.mediaType === 'string' ? item.mediaType : undefined
  const named = mediaType === undefined ? {} : { mediaType }
  const known = mediaType === undefined ? [] : ['mediaType']
  if (typeof item.data === 'string')
    return { source: { kind: 'data', data: item.data, ...named }, known: ['data', ...known] }
  if (typeof item.url === 'string')
    return { source: { kind: 'url', url: item.url, ...named }, known: ['url', ...known] }
  if (typeof item.fileId === 'string')
    return { source: { kind: 'file', fileId: item.fileId, ...named }, known: ['fileId', ...known] }
  return undefined
}

export function writeOutput(message: ToolMessage, fields: JsonObject, writer: Writer): Json {
  const extra = isObject(fields.output) ? fields.output : {}
  const [only, ...others] = message.parts
  if (fields.whole && only?.type === 'opaque') return only.value
  const error = message.isError ? 'error-' : ''
  if (only?.type === 'text' && others.length === 0 && only.residue?.format === 'ai-sdk' && only.residue.fields.json) {
    return { type: `${error}json`, value: parseJson(only.text) ?? null, ...extra }
  }
  if (fields.denied)
    return { type: 'execution-denied', ...(fields.denied === 'said' && { reason: textOf(only) }), ...extra }
  const isText =
    only === undefined ||
    (only.type === 'text' && others.length === 0 && Object.keys(writer.fields(only.residue)).length === 0)
  if (isText && !message.listed && !fields.list) return { type: `${error}text`, value: textOf(only), ...extra }
  if (message.isError) writer.lose('flag', 'the result is an error')
  return { type: 'content', value: message.parts.flatMap((part) => writeItem(part, writer) ?? []), ...extra }
}

function textOf(part: ContentPart | undefined): string {
  return part?.type === 'text' ? part.text : ''
}

function writeItem(part: ContentPart, writer: Writer): Json | undefined {
  const fields = writer.fields(part.residue)
  if (part.breakpoint !== undefined) writer.lose('breakpoint', 'inside a result')
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text, ...extraOf(fields) }
    case 'image':
    case 'file':
      if (part.type === 'image' && part.detail !== undefined) writer.lose('field', 'detail')
      return writeItemMedia(part, fields, writer)
    case 'opaque':
      if (part.format === 'ai-sdk') return part.value
      writer.lose('opaque', describeOpaque(part))
      return undefined
  }
}

function writeItemMedia(
  part: Extract<ContentPart, { type: 'image' | 'file' }>,
  fields: JsonObject,
  writer: Writer,
): Json {
  const { source } = part
  const named = part.type === 'file' && part.name !== undefined ? { filename: part.name } : {}
  const around = { ...named, ...extraOf(fields) }
  if (fields.item === 'media' && source.kind === 'data')
    return { type: 'media', data: source.data, mediaType: source.mediaType, ...around }
  const typed = source.mediaType === undefined ? {} : { mediaType: source.mediaType }
  switch (source.kind) {
    case 'data': {
      const mediaType = writer.own ? typed : { mediaType: source.mediaType ?? guessMediaType(source.data) }
      return { type: `${part.type}-data`, data: source.data, ...mediaType, ...around }
    }
    case 'url':
      if (!writer.own && Object.keys(named).length > 0) writer.lose('field', 'name')
      return { type: `${part.type}-url`, url: source.url, ...(writer.own && { ...typed, ...around }) }
    case 'file':
      if (!writer.own && Object.keys(named).length > 0) writer.lose('field', standIn(part.type, source))
      return {
        type: part.type === 'image' ? 'image-file-id' : 'file-id',
        fileId: source.fileId,
        ...(writer.own && { ...typed, ...around }),
      }
  }
}
