import { z } from '@hono/zod-openapi'
import { parseJson } from '@palimpsest/core/json'
import { idRule, isId, quoteId } from '@palimpsest/core/log'
import { type ConversationId, conversationId } from '@palimpsest/core/store'
import { ApiError } from './api-error.ts'
import { tooLarge } from './as-api-error.ts'
import type { HttpContext } from './http-env.ts'

/** The conversation that the path names. */
export function conversationIn(context: HttpContext): ConversationId {
  const id = context.req.param('id') ?? ''
  if (!isId(id)) throw new ApiError(400, { code: 'bad-id', message: `${quoteId(id)} is not ${idRule}.` })
  return conversationId(id)
}

/** Reads a JSON body of bounded size that has a certain shape. */
export async function readJsonBody<T>(context: HttpContext, schema: z.ZodType<T>, maxBytes: number): Promise<T> {
  const [type = ''] = (context.req.header('content-type') ?? '').split(';', 1)
  if (type.trim().toLowerCase() !== 'application/json')
    throw new ApiError(415, { code: 'not-json', message: 'Send application/json.' })
  const json = parseJson(await readText(context, maxBytes))
  if (json === undefined) throw new ApiError(400, { code: 'malformed-json', message: 'The body is not JSON.' })
  return readShape(json, schema)
}

/** Checks a value from outside, such as the query of a request. */
export function readShape<T>(value: unknown, schema: z.ZodType<T>): T {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw new ApiError(400, { code: 'invalid', message: z.prettifyError(read.error) })
}

/** A body without a stated length is counted as it comes. */
async function readText({ env }: HttpContext, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of env.incoming as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ApiError || !env.incoming.destroyed) throw error
    // Nobody is there to read this any more.
    throw new ApiError(400, { code: 'cut-off', message: 'The body was not sent whole.' })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new ApiError(400, { code: 'malformed-json', message: 'The body is not UTF-8.' })
  }
}
