import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import { imageTypes, isBase64, sniffImage } from '../media.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import { violationOf } from './anthropic-rules.ts'

/** The API measures the base64 text, not the bytes it represents. */
const maxImageChars = 5 * 1024 * 1024

/** Judges an image block: where its bytes are, what they are, and how many. */
export function* checkImage(block: JsonObject, path: string): Generator<Violation> {
  const at = `${path}.source`
  const source = block.source
  if (!isObject(source) || !isSource(source, imageSources)) {
    yield violationOf(
      at,
      'image-source',
      'Input should be a base64, url or file source with just the fields of its kind.',
    )
    return
  }
  if (source.type !== 'base64' || typeof source.data !== 'string') return
  yield* checkBytes(source.data, show(source.media_type), at)
}

function* checkBytes(data: string, mediaType: string, path: string): Generator<Violation> {
  const found = sniffImage(data)
  if (!imageTypes.some((type) => type === mediaType)) {
    yield violationOf(`${path}.media_type`, 'image-media-type', `Input should be one of ${imageTypes.join(', ')}.`)
  } else if (found !== undefined && found !== mediaType) {
    yield violationOf(`${path}.media_type`, 'image-media-mismatch', `The image is called ${mediaType} but is ${found}.`)
  }
  if (!isBase64(data)) yield violationOf(`${path}.data`, 'base64', 'invalid base64 data.')
  if (data.length > maxImageChars) {
    yield violationOf(
      `${path}.data`,
      'image-size',
      `image exceeds 5 MB maximum: ${data.length} bytes > ${maxImageChars}.`,
    )
  }
}

/** Judges a document block's source. */
export function* checkDocument(block: JsonObject, path: string): Generator<Violation> {
  const at = `${path}.source`
  const source = block.source
  if (!isObject(source) || !isSource(source, documentSources)) {
    yield violationOf(at, 'document-source', 'Input should be a base64 PDF, plain text, content, url or file source.')
  } else if (source.type === 'base64' && !isBase64(show(source.data))) {
    yield violationOf(`${at}.data`, 'base64', 'invalid base64 data.')
  }
}

type Test = (value: Json | undefined) => boolean
const isText: Test = (value) => typeof value === 'string' && value !== ''
const isHttps: Test = (value) => typeof value === 'string' && /^https:\/\/[^\s/]/.test(value)
const is =
  (expected: string): Test =>
  (value) =>
    value === expected

const imageSources: Sources = {
  base64: { media_type: isText, data: isText },
  url: { url: isHttps },
  file: { file_id: isText },
}

const documentSources: Sources = {
  base64: { media_type: is('application/pdf'), data: isText },
  text: { media_type: is('text/plain'), data: isText },
  content: { content: (value) => isText(value) || (isList(value) && value.length > 0) },
  url: { url: isHttps },
  file: { file_id: isText },
}

type Sources = Readonly<Record<string, Readonly<Record<string, Test>>>>

function isSource(source: JsonObject, kinds: Sources): boolean {
  const fields = typeof source.type === 'string' && Object.hasOwn(kinds, source.type) ? kinds[source.type] : undefined
  if (fields === undefined) return false
  const known = Object.keys(source).every((key) => key === 'type' || Object.hasOwn(fields, key))
  return known && Object.entries(fields).every(([key, test]) => test(source[key]))
}
