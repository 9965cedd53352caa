import { expectObject, expectString } from '../../expect.ts'
import { type Json, type JsonObject, rest } from '../../json.ts'
import { callId, type OpaquePart, type Part, type Source } from '../../message/message.ts'
import { sourceFromUrl } from '../source.ts'
import { aiSdkResidue, readOptions } from './provider-options.ts'

export function opaqueAiSdkPart(value: Json): OpaquePart {
  return { type: 'opaque', format: 'ai-sdk', value }
}

/** Reads a part of a user's or an assistant's message. */
export function readAiSdkPart(value: Json, path: string): Part {
  const block = expectObject(value, path, 'a content part')
  expectString(block.type, `${path}.type`)
  return readKnown(block, path) ?? opaqueAiSdkPart(value)
}

function readKnown(block: JsonObject, path: string): Part | undefined {
  switch (block.type) {
    case 'text': {
      const { said, others } = readOptions(block, [])
      return {
        type: 'text',
        text: expectString(block.text, `${path}.text`),
        ...said,
        ...aiSdkResidue({ extra: rest(others, ['type', 'text']) }),
      }
    }
    case 'reasoning': {
      const { said, others } = readOptions(block, ['signature', 'redacted', 'encrypted'])
      const text = expectString(block.text, `${path}.text`)
      return { type: 'thinking', text, ...said, ...aiSdkResidue({ extra: rest(others, ['type', 'text']) }) }
    }
    case 'image':
      return readMedia(block, 'image')
    case 'file':
      return readMedia(block, 'data')
    case 'tool-call':
      return block.providerExecuted === true ? undefined : readCall(block, path)
    default:
      return undefined
  }
}

/** Pictures may come as images or as files of an image type; either way they are images. */
function readMedia(block: JsonObject, key: 'image' | 'data'): Part | undefined {
  const data = block[key]
  if (typeof data !== 'string') return undefined
  const mediaType = typeof block.mediaType === 'string' ? block.mediaType : undefined
  const name = key === 'data' && typeof block.filename === 'string' ? block.filename : undefined
  const isImage = key === 'image' || (mediaType?.startsWith('image/') && name === undefined)
  const { said, others } = readOptions(block, isImage ? ['detail'] : [])
  const { source, dataUrl } = readSource(data, mediaType)
  const known = Object.entries({ type: true, [key]: true, mediaType, filename: name }).flatMap(([field, value]) =>
    value ? [field] : [],
  )
  const extra = rest(others, known)
  if (isImage)
    return {
      type: 'image',
      source,
      ...said,
      ...aiSdkResidue({ as: key === 'data' ? 'file' : undefined, dataUrl, extra }),
    }
  return { type: 'file', source, ...(name !== undefined && { name }), ...said, ...aiSdkResidue({ dataUrl, extra }) }
}

/** `dataUrl` remembers that the data was wrapped in a URL, and whether the type was named besides. */
function readSource(
  data: string,
  mediaType: string | undefined,
): { readonly source: Source; readonly dataUrl?: string } {
  const named = mediaType === undefined ? {} : { mediaType }
  if (/^https?:/i.test(data)) return { source: { kind: 'url', url: data, ...named } }
  if (!data.startsWith('data:')) return { source: { kind: 'data', data, ...named } }
  const source = sourceFromUrl(data)
  if (source.kind !== 'data') return { source: { kind: 'url', url: data, ...named } }
  const match = mediaType === source.mediaType ? 'named' : mediaType === undefined ? 'alone' : undefined
  return match === undefined ? { source: { kind: 'url', url: data, ...named } } : { source, dataUrl: match }
}

function readCall(block: JsonObject, path: string): Part {
  const input = block.input
  return {
    type: 'tool-call',
    callId: callId(expectString(block.toolCallId, `${path}.toolCallId`)),
    name: expectString(block.toolName, `${path}.toolName`),
    arguments: input === undefined ? '' : JSON.stringify(input),
    ...callAround(block),
  }
}

function callAround(block: JsonObject) {
  const { said, others } = readOptions(block, [])
  return { ...said, ...aiSdkResidue({ extra: rest(others, ['type', 'toolCallId', 'toolName', 'input']) }) }
}
