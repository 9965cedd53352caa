import type { IncomingMessage } from 'node:http'
import { type Json, parseJson } from '@palimpsest/core'
import type { Refusal } from './refusal.ts'

/** A body that was read, or why it was not. */
export type ReadBody = { readonly body: Json } | { readonly refusal: Refusal }

/** Reads a JSON body of bounded size; what is too much is drained, so that the client hears the refusal. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<ReadBody> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes <= maxBytes) chunks.push(chunk)
  }
  if (bytes > maxBytes) return { refusal: { kind: 'body-too-large', maxBytes } }
  const body = parseJson(Buffer.concat(chunks).toString('utf8'))
  if (body === undefined) return { refusal: { kind: 'invalid', message: 'The request body is not valid JSON' } }
  return { body }
}
