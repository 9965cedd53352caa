import { expectObject, expectString } from '../../expect.ts'
import { defined, isObject, type Json, type JsonObject, rest } from '../../json.ts'
import type { ContentPart, FilePart, ImagePart, OpaquePart, TextPart } from '../../message/message.ts'
import { readMarker, writeMarker } from '../marker.ts'
import { describeOpaque } from '../opaque.ts'
import { residueFor } from '../residue.ts'
import { loseType, sourceFromUrl, standIn, urlFromData } from '../source.ts'
import type { Writer } from '../writer.ts'

const format = 'openai-chat'

export const openAiChatResidue = residueFor(format)

export function readOpenAiChatPart(value: Json, path: string): ContentPart {
  const block = expectObject(value, path, 'a content part')
  expectString(block.type, `${path}.type`)
  return readKnown(block, path) ?? opaqueOpenAiChatPart(block)
}

export function opaqueOpenAiChatPart(value: Json, fields: JsonObject = {}): OpaquePart {
  return { type: 'opaque', format, value, ...openAiChatResidue(fields) }
}

function readKnown(block: JsonObject, path: string): ContentPart | undefined {
  const breakpoint = readMarker(block.cache_control)
  const known = breakpoint === undefined ? [] : ['cache_control']
  const base = (own: readonly string[], more: JsonObject = {}) =>
    defined({ breakpoint, ...openAiChatResidue({ extra: rest(block, ['type', ...own, ...known]), ...more }) })
  switch (block.type) {
    case 'text':
      return { type: 'text', text: expectString(block.text, `${path}.text`), ...base(['text']) }
    case 'refusal':
      return { type: 'text', text: expectString(block.refusal, `${path}.refusal`), refusal: true, ...base(['refusal']) }
    case 'image_url':
      return readImage(expectObject(block.image_url, `${path}.image_url`), path, (more) => base(['image_url'], more))
    case 'input_audio':
      return readAudio(block, (more) => base(['input_audio'], more))
    case 'file':
      return readFile(block, (more) => base(['file'], more))
    default:
      return undefined
  }
}

type Base = (more: JsonObject) => Partial<TextPart>

function readImage(image: JsonObject, path: string, base: Base): ImagePart {
  const url = expectString(image.url, `${path}.image_url.url`)
  const detail = typeof image.detail === 'string' ? image.detail : undefined
  const inner = rest(image, detail === undefined ? ['url'] : ['url', 'detail'])
  return defined({ type: 'image', source: sourceFromUrl(url), detail, ...base({ inner }) }) as ImagePart
}

function readAudio(block: JsonObject, base: Base): FilePart | undefined {
  const audio = block.input_audio
  if (!isObject(audio) || typeof audio.data !== 'string' || typeof audio.format !== 'string') return undefined
  const source = { kind: 'data', data: audio.data, mediaType: `audio/${audio.format}` } as const
  return { ...base({ inner: rest(audio, ['data', 'format']) }), type: 'file', source } as FilePart
}

function readFile(block: JsonObject, base: Base): FilePart | undefined {
  const file = block.file
  if (!isObject(file)) return undefined
  const name = typeof file.filename === 'string' ? { name: file.filename } : {}
  const named = name.name === undefined ? [] : ['filename']
  if (typeof file.file_id === 'string') {
    const source = { kind: 'file', fileId: file.file_id } as const
    return { ...base({ inner: rest(file, ['file_id', ...named]) }), type: 'file', source, ...name } as FilePart
  }
  if (typeof file.file_data !== 'string') return undefined
  const source = sourceFromUrl(file.file_data)
  if (source.kind !== 'data') return undefined
  const as = isSound(source.mediaType) ? 'file' : undefined
  return { ...base({ as, inner: rest(file, ['file_data', ...named]) }), type: 'file', source, ...name } as FilePart
}

/** Writes a part as its role allows: only users may show pictures and files here. */
export function writeOpenAiChatPart(part: ContentPart, role: string, writer: Writer): Json | undefined {
  const fields = writer.fields(part.residue)
  const around = {
    ...(isObject(fields.extra) ? fields.extra : {}),
    ...(part.breakpoint === undefined ? {} : { cache_control: writeMarker(part.breakpoint) }),
  }
  const inner = isObject(fields.inner) ? fields.inner : {}
  switch (part.type) {
    case 'text':
      return writeText(part, role, writer, around)
    case 'image':
      return writeImage(part, role, writer, { around, inner })
    case 'file':
      return writeFile(part, role, writer, { around, inner, asFile: fields.as === 'file' })
    case 'opaque':
      if (part.format === format) return part.value
      writer.lose('opaque', describeOpaque(part))
      return undefined
  }
}

function writeText(part: TextPart, role: string, writer: Writer, around: JsonObject): Json | undefined {
  if (part.refusal && role === 'assistant') return { type: 'refusal', refusal: part.text, ...around }
  if (part.refusal) writer.lose('flag', 'refusal')
  if (part.text === '' && !writer.own) {
    writer.lose('blank', 'empty text')
    return undefined
  }
  return { type: 'text', text: part.text, ...around }
}

interface Wrapping {
  readonly around: JsonObject
  readonly inner: JsonObject
  readonly asFile?: boolean
}

function isSound(mediaType: string | undefined): boolean {
  return mediaType?.startsWith('audio/') === true
}

function writeImage(part: ImagePart, role: string, writer: Writer, { around, inner }: Wrapping): Json {
  loseType(part.source, writer)
  const { source } = part
  if ((role === 'user' || writer.own) && source.kind !== 'file') {
    const url = source.kind === 'url' ? source.url : urlFromData(source)
    return { type: 'image_url', image_url: defined({ url, detail: part.detail, ...inner }), ...around }
  }
  const text = standIn('image', source)
  writer.lose('media', text)
  return { type: 'text', text, ...around }
}

function writeFile(part: FilePart, role: string, writer: Writer, { around, inner, asFile }: Wrapping): Json {
  loseType(part.source, writer)
  const { source, name } = part
  if ((role !== 'user' && !writer.own) || source.kind === 'url') {
    const text = standIn('file', source, name)
    writer.lose('media', text)
    return { type: 'text', text, ...around }
  }
  if (source.kind === 'data' && isSound(source.mediaType) && !asFile && name === undefined) {
    const sound = { data: source.data, format: source.mediaType?.slice('audio/'.length), ...inner }
    return { type: 'input_audio', input_audio: sound, ...around }
  }
  const place = source.kind === 'file' ? { file_id: source.fileId } : { file_data: urlFromData(source) }
  return { type: 'file', file: defined({ ...place, filename: name, ...inner }), ...around }
}
