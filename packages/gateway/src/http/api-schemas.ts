import { z } from '@hono/zod-openapi'

/** The shapes of requests and answers, from which the OpenAPI document is made. */
export const errorSchema = z
  .object({ error: z.object({ code: z.string(), message: z.string() }) })
  .openapi('Error', { description: 'Why a request was not answered as it was asked.' })

export const idParams = z.object({ id: z.string().openapi({ example: 'support-42' }) })

const fileSchema = z.object({
  mediaType: z.string().min(1).max(100),
  data: z.base64(),
  name: z.string().max(200).optional(),
})

export const messageSchema = z
  .strictObject({ text: z.string().min(1), files: z.array(fileSchema).max(20).optional() })
  .openapi('NewMessage')

export const commandSchema = z
  .strictObject({ command: z.string().min(2).max(4_000).startsWith('/') })
  .openapi('NewCommand', { example: { command: '/compress database schema' } })

export const entrySchema = z.object({ entry: z.string() }).openapi('Entry')

export const answerSchema = z
  .object({
    entry: z.string(),
    answer: z.string(),
    notices: z.array(z.string()),
    usage: z.record(z.string(), z.number()),
  })
  .openapi('Answer')

export const blocksSchema = z.object({ blocks: z.array(z.string()) }).openapi('Blocks')

const wholeNumber = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

export const pageQuery = z.object({
  from: wholeNumber.default(0),
  limit: wholeNumber.min(1).max(1_000).default(100),
})

export const messagesQuery = z.object({
  after: z.string().max(200).optional().openapi({ description: 'The id or the index of a message.' }),
  limit: wholeNumber.min(1).max(1_000).default(100),
})

export const searchQuery = z.object({
  q: z.string().min(1).max(1_000),
  conversation: z.string().max(200).optional(),
  limit: wholeNumber.min(1).max(100).default(20),
})

export const auditQuery = z.object({ limit: wholeNumber.min(1).max(10_000).default(100) })

/** The id of an event, as a client sends it back. */
export const eventIdSchema = wholeNumber

/** An answer in JSON, for the OpenAPI document. */
export function jsonAnswer(description: string, schema: z.ZodType = z.record(z.string(), z.unknown())) {
  return { description, content: { 'application/json': { schema } } }
}

/** Every route may answer with an error. */
export const errorAnswers = { default: jsonAnswer('An error.', errorSchema) }
