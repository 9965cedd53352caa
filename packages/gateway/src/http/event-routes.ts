import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { z } from '@hono/zod-openapi'
import { addRoute } from './add-route.ts'
import { ApiError } from './api-error.ts'
import { errorAnswers, eventIdSchema, idParams } from './api-schemas.ts'
import type { EventStream } from './event-streams.ts'
import type { HttpApp, HttpContext, HttpDeps } from './http-env.ts'
import { conversationIn, readShape } from './read-request.ts'

/** Adds the stream of a conversation's events. */
export function addEventRoutes(app: HttpApp, deps: HttpDeps): void {
  const route = {
    method: 'get' as const,
    path: '/v1/conversations/{id}/events',
    role: 'read' as const,
    summary: 'All events of a conversation, as server-sent events. Reads on after `Last-Event-ID`, or `after`.',
    request: {
      params: idParams,
      query: z.object({ after: eventIdSchema.optional() }),
      headers: z.object({ 'last-event-id': eventIdSchema.optional() }),
    },
    responses: {
      200: { description: 'Events.', content: { 'text/event-stream': { schema: z.string() } } },
      ...errorAnswers,
    },
  }
  addRoute(app, route, (context) => {
    const conversation = conversationIn(context)
    const given = context.req.header('last-event-id') || context.req.query('after')
    const after = given === undefined ? undefined : readShape(given, eventIdSchema)
    if (context.req.method === 'HEAD') return context.body(null, 200, { 'content-type': 'text/event-stream' })
    let cursor = after
    const stream = openEventStream(context, deps, () => unfollow())
    const unfollow = deps.hub.follow(conversation, after ?? 0, (events) => {
      const [first] = events
      if (cursor !== undefined && first !== undefined && first.id > cursor + 1)
        stream.tell('gap', { after: cursor, next: first.id })
      cursor = events.at(-1)?.id
      stream.send(events)
    })
    return RESPONSE_ALREADY_SENT
  })
}

/** Answers a request with a stream, unless there are too many already. */
export function openEventStream(context: HttpContext, { streams, limits }: HttpDeps, onClose: () => void): EventStream {
  if (streams.size() >= limits.maxStreams || streams.isOver()) {
    const message = 'Too many streams are open.'
    throw new ApiError(503, { code: 'too-many-streams', message, retryInMs: 5_000 })
  }
  return streams.open(context.env.outgoing, context.get('caller'), onClose)
}
