import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { z } from '@hono/zod-openapi'
import type { ConversationId } from '@palimpsest/core/store'
import { addRoute } from './add-route.ts'
import { ApiError } from './api-error.ts'
import { errorAnswers, eventIdSchema, idParams } from './api-schemas.ts'
import type { StreamOwner, StreamRefusal, StreamSeat } from './event-streams.ts'
import type { HttpApp, HttpContext, HttpDeps } from './http-env.ts'
import { conversationIn, readShape } from './read-request.ts'

/** Adds the stream of a conversation's events. */
export function addEventRoutes(app: HttpApp, deps: HttpDeps): void {
  const route = {
    method: 'get' as const,
    path: '/v1/conversations/{id}/events',
    role: 'read' as const,
    summary:
      'All events of a conversation, as server-sent events. Reads on after `Last-Event-ID`, or `after`. One that does not exist yet may be waited for.',
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
  addRoute(app, route, async (context) => {
    const conversation = conversationIn(context)
    const given = context.req.header('last-event-id') || context.req.query('after')
    const after = given === undefined ? undefined : readShape(given, eventIdSchema)
    if (context.req.method === 'HEAD') return context.body(null, 200, { 'content-type': 'text/event-stream' })
    const seat = takeSeat(context, deps, { conversation, isUnknown: await isUnknown(deps, conversation) })
    let cursor = after
    let unfollow = () => {}
    const stream = seat.open(context.env.outgoing, () => unfollow())
    unfollow = deps.hub.follow(conversation, after ?? 0, (events) => {
      const [first] = events
      if (cursor !== undefined && first !== undefined && first.id > cursor + 1)
        stream.tell('gap', { after: cursor, next: first.id })
      cursor = events.at(-1)?.id
      stream.send(events)
    })
    return RESPONSE_ALREADY_SENT
  })
}

async function isUnknown({ store }: HttpDeps, id: ConversationId): Promise<boolean> {
  return (await store.events.after(id, 0, 1)).length === 0 && (await store.conversation(id)) === undefined
}

const refusals: Readonly<Record<StreamRefusal, readonly [status: 429 | 503, message: string]>> = {
  all: [503, 'Too many streams are open.'],
  caller: [429, 'Too many streams of this token are open.'],
  conversation: [429, 'Too many streams of this conversation are open.'],
  unknown: [429, 'Too many streams of conversations that do not exist yet are open.'],
}

/** Takes the right to answer a request with a stream, unless there are too many already. */
export function takeSeat(context: HttpContext, deps: HttpDeps, about: Omit<StreamOwner, 'caller'>): StreamSeat {
  const seat = deps.streams.take({ ...about, caller: context.get('caller') })
  if (typeof seat !== 'string') return seat
  const [status, message] = refusals[seat]
  throw new ApiError(status, { code: 'too-many-streams', message, retryInMs: 5_000 })
}
