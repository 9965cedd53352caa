import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { z } from '@hono/zod-openapi'
import { isObject } from '@palimpsest/core/json'
import type { ConversationId } from '@palimpsest/core/store'
import { webChannel } from '../channels/web-channel.ts'
import { type ArrivalEnding, endingEvent, readEnding } from '../events/arrival-ending.ts'
import { messageOf } from '../inbound/message-of.ts'
import { addRoute } from './add-route.ts'
import { ApiError } from './api-error.ts'
import { answerSchema, entrySchema, errorAnswers, idParams, jsonAnswer, messageSchema } from './api-schemas.ts'
import { openEventStream } from './event-routes.ts'
import type { HttpApp, HttpContext, HttpDeps } from './http-env.ts'
import { knownEnding } from './known-ending.ts'
import { type PutEntry, putArrival } from './put-arrival.ts'
import { conversationIn, readJsonBody } from './read-request.ts'
import { waitForEnding } from './wait-for-ending.ts'

/** Adds the route that takes messages. */
export function addMessageRoutes(app: HttpApp, deps: HttpDeps): void {
  const route = {
    method: 'post' as const,
    path: '/v1/conversations/{id}/messages',
    role: 'write' as const,
    summary: 'Says something in a conversation, which begins with it where it is new.',
    request: {
      params: idParams,
      query: z.object({ wait: z.literal('1').optional() }),
      headers: z.object({ 'idempotency-key': z.string().optional() }),
      body: { required: true, content: { 'application/json': { schema: messageSchema } } },
    },
    responses: {
      200: {
        description: 'With `wait=1` the answer; with `Accept: text/event-stream` the events until there is one.',
        content: { 'application/json': { schema: answerSchema }, 'text/event-stream': { schema: z.string() } },
      },
      202: jsonAnswer('It is durable and will be answered.', entrySchema),
      ...errorAnswers,
    },
  }
  addRoute(app, route, async (context) => {
    const conversation = conversationIn(context)
    const { text, files } = await readJsonBody(context, messageSchema, deps.limits.maxBodyBytes)
    const by = context.get('caller').name
    const { readsDocuments } = deps
    const message = messageOf(
      { text, from: by, isGroup: false },
      { files: (files ?? []).map(withoutUndefined), readsDocuments },
    )
    if (message === undefined) throw new ApiError(400, { code: 'invalid', message: 'The message says nothing.' })
    const isStreamed = (context.req.header('accept') ?? '').includes('text/event-stream')
    const isAwaited = isStreamed || context.req.query('wait') === '1'
    const body = { kind: 'answer' as const, channel: webChannel, by, message }
    const put = await putArrival(context, deps, { conversation, body, isAwaited })
    if (isStreamed) return streamTurn(context, deps, conversation, put)
    if (!isAwaited) return context.json({ entry: put.entry }, 202)
    return answerJson(context, await waitForEnding(context, deps, conversation, put))
  })
}

function withoutUndefined<T extends { readonly name?: string | undefined }>({ name, ...file }: T) {
  return { ...file, ...(name !== undefined && { name }) }
}

function answerJson(context: HttpContext, ending: ArrivalEnding): Response {
  const { entry } = ending
  switch (ending.kind) {
    case 'answered': {
      const { text, notices, usage = {} } = ending
      return context.json({ entry, answer: text, notices, usage })
    }
    case 'refused':
      throw new ApiError(502, { code: 'refused', message: ending.text, fields: { entry, notices: ending.notices } })
    case 'failed':
      throw new ApiError(500, { code: 'failed', message: ending.text, fields: { entry } })
    case 'noted':
    case 'blocks':
      throw new ApiError(409, { code: 'no-answer', message: 'This was no message to answer.', fields: { entry } })
  }
}

/** Streams the events of one message until it is dealt with. */
async function streamTurn(
  context: HttpContext,
  deps: HttpDeps,
  conversation: ConversationId,
  put: PutEntry,
): Promise<Response> {
  const { entry, after } = put
  const known = put.isNew ? undefined : await knownEnding(deps.store, conversation, entry)
  let unfollow = () => {}
  const stream = openEventStream(context, deps, () => unfollow())
  stream.tell('accepted', { entry })
  if (known !== undefined) {
    stream.tell(known.kind, endingEvent(known))
    stream.end()
    return RESPONSE_ALREADY_SENT
  }
  unfollow = deps.hub.follow(conversation, after, (events) => {
    const end = events.findIndex(({ event }) => readEnding(event, entry) !== undefined)
    const until = end < 0 ? events : events.slice(0, end + 1)
    stream.send(until.filter(({ event }) => isObject(event) && event.entry === entry))
    if (end < 0) return
    unfollow()
    stream.end()
  })
  return RESPONSE_ALREADY_SENT
}
