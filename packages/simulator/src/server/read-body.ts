import type { IncomingMessage } from 'node:http'
import { type Json, parseJson } from '@palimpsest/core/json'
import type { ServerRefusal } from './server-refusal.ts'

/** A body that was read, or why it was not. */
export type ReadBody = { readonly body: Json } | { readonly refusal: ServerRefusal }

/** Reads a JSON body of bounded size; any excess is drained, so that the client receives the refusal. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<ReadBody> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes <= maxBytes) chunks.push(chunk)
  }
  if (bytes > maxBytes) return { refusal: { kind: 'body-too-large', maxBytes } }
  const text = decode(Buffer.concat(chunks))
  const body = text === undefined ? undefined : parseJson(text)
  return body === undefined ? { refusal: { kind: 'not-json' } } : { body }
}

/** Bytes that are no UTF-8 are no JSON either, and are not to be replaced in silence. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
