import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { z } from '@hono/zod-openapi'
import { isObject } from '@palimpsest/core/json'
import type { ConversationId } from '@palimpsest/core/store'
import { webChannel } from '../channels/web-channel.ts'
import { type ArrivalEnding, endingEvent, readEnding } from '../events/arrival-ending.ts'
import { messageOf } from '../inbound/message-of.ts'
import { addRoute } from './add-route.ts'
import { ApiError, apiErrorBody } from './api-error.ts'
import { answerSchema, entrySchema, errorAnswers, idParams, jsonAnswer, messageSchema } from './api-schemas.ts'
import { takeSeat } from './event-routes.ts'
import type { EventStream } from './event-streams.ts'
import type { HttpApp, HttpContext, HttpDeps } from './http-env.ts'
import { endingGone, knownEnding, searchEnding } from './known-ending.ts'
import { type PutEntry, type PutRequest, putArrival } from './put-arrival.ts'
import { conversationIn, readJsonBody, readShape } from './read-request.ts'
import { waitForEnding } from './wait-for-ending.ts'

const waitQuery = z.object({ wait: z.literal('1').optional() })

/** Adds the route that takes messages. */
export function addMessageRoutes(app: HttpApp, deps: HttpDeps): void {
  const route = {
    method: 'post' as const,
    path: '/v1/conversations/{id}/messages',
    role: 'write' as const,
    summary: 'Says something in a conversation, which begins with it where it is new.',
    request: {
      params: idParams,
      query: waitQuery,
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
    const isAwaited = isStreamed || readShape(context.req.query(), waitQuery).wait === '1'
    const body = { kind: 'answer' as const, channel: webChannel, by, message }
    const request = { conversation, body, isAwaited }
    if (isStreamed) return streamTurn(context, deps, request)
    const put = await putArrival(context, deps, request)
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

/** Streams the events of one message until it is dealt with. Nothing is taken where no stream can be opened. */
async function streamTurn(context: HttpContext, deps: HttpDeps, request: PutRequest): Promise<Response> {
  const { conversation } = request
  const seat = takeSeat(context, deps, { conversation, isUnknown: false })
  try {
    const put = await putArrival(context, deps, request)
    const known = put.isNew ? 'waiting' : await knownEnding(deps.store, conversation, put)
    const controller = new AbortController()
    const stream = seat.open(context.env.outgoing, () => controller.abort())
    stream.tell('accepted', { entry: put.entry })
    if (known === 'waiting') followTurn(deps, { conversation, put, stream, controller })
    else tellEnding(stream, put, known)
    return RESPONSE_ALREADY_SENT
  } catch (error) {
    seat.leave()
    throw error
  }
}

interface FollowedTurn {
  readonly conversation: ConversationId
  readonly put: PutEntry
  readonly stream: EventStream
  /** Aborts when the stream is closed. */
  readonly controller: AbortController
}

function followTurn({ hub, store, lookMs }: HttpDeps, { conversation, put, stream, controller }: FollowedTurn): void {
  const { entry, after } = put
  const { signal } = controller
  const unfollow = hub.follow(conversation, after, (events) => {
    if (signal.aborted) return
    const end = events.findIndex(({ event }) => readEnding(event, entry) !== undefined)
    const until = end < 0 ? events : events.slice(0, end + 1)
    stream.send(until.filter(({ event }) => isObject(event) && event.entry === entry))
    if (end < 0) return
    controller.abort()
    stream.end()
  })
  if (signal.aborted) unfollow()
  signal.addEventListener('abort', unfollow)
  void searchEnding(store, { conversation, put, everyMs: lookMs }, signal).then((ending) => {
    if (ending !== undefined && !signal.aborted) tellEnding(stream, put, ending)
  })
}

function tellEnding(stream: EventStream, put: PutEntry, ending: ArrivalEnding | 'gone'): void {
  if (ending === 'gone') stream.tell('gone', apiErrorBody(endingGone(put).about))
  else stream.tell(ending.kind, endingEvent(ending))
  stream.end()
}
