import type { Source } from '../message/message.ts'
import type { Writer } from './writer.ts'

const dataUrl = /^data:([^;,]+);base64,/

/** Reads a URL; one that holds its data is taken apart so that it can be put together again to the byte. */
export function sourceFromUrl(url: string): Source {
  const head = dataUrl.exec(url.slice(0, 200))
  if (head?.[1] === undefined) return { kind: 'url', url }
  return { kind: 'data', mediaType: head[1], data: url.slice(head[0].length) }
}

/** A data source as a URL. An unknown type is guessed from the first bytes. */
export function urlFromData(source: Extract<Source, { kind: 'data' }>): string {
  return `data:${source.mediaType ?? guessMediaType(source.data)};base64,${source.data}`
}

/** The first base64 characters of the image types that every provider takes. */
const openings = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi', 'application/pdf'],
] as const

export function guessMediaType(base64: string): string {
  return openings.find(([opening]) => base64.startsWith(opening))?.[1] ?? 'application/octet-stream'
}

/** Most formats name a type for bytes that they hold themselves, always, and for no others. */
export function loseType(source: Source, writer: Writer): void {
  if (writer.own || (source.kind === 'data') === (source.mediaType !== undefined)) return
  writer.lose('field', source.mediaType === undefined ? 'that the type is unknown' : `the type ${source.mediaType}`)
}

/** Returns a line to put where an image or file cannot go. */
export function standIn(what: 'image' | 'file', source: Source, name?: string): string {
  const details = [name, source.mediaType, sizeOf(source)].filter((detail) => detail !== undefined)
  return `[${[what, ...details].join(', ')}]`
}

function sizeOf(source: Source): string {
  switch (source.kind) {
    case 'data':
      return `${Math.max(1, Math.round((source.data.length * 3) / 4096))} KB`
    case 'url':
      return source.url.slice(0, 200)
    case 'file':
      return source.fileId
  }
}
