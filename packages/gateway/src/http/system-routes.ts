import { z } from '@hono/zod-openapi'
import { isId } from '@palimpsest/core/log'
import { conversationId } from '@palimpsest/core/store'
import { readAudit } from '../access/record-audit.ts'
import { addRoute } from './add-route.ts'
import { ApiError } from './api-error.ts'
import { auditQuery, errorAnswers, jsonAnswer, searchQuery } from './api-schemas.ts'
import type { HttpApp, HttpDeps } from './http-env.ts'
import { readShape } from './read-request.ts'

/** Adds the routes about the gateway itself, the search, and the way in for platforms. */
export function addSystemRoutes(app: HttpApp, deps: HttpDeps): void {
  addRoute(app, healthRoute, async (context) => {
    const { waiting } = await deps.pressure.backlog()
    const stopping = deps.stopping.aborted
    return context.json({ ok: !stopping, waiting, working: deps.working(), stopping }, stopping ? 503 : 200)
  })
  addRoute(app, metricsRoute, async (context) => {
    const { registry } = deps.metrics
    return context.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
  addRoute(app, searchRoute, async (context) => {
    const { q: text, conversation, limit } = readShape(context.req.query(), searchQuery)
    if (conversation !== undefined && !isId(conversation))
      throw new ApiError(400, { code: 'bad-id', message: 'The conversation is not an id.' })
    const scope = conversation === undefined ? {} : { conversation: conversationId(conversation) }
    return Response.json(await deps.store.search({ text, limit, ...scope }))
  })
  addRoute(app, auditRoute, async (context) => {
    const { limit } = readShape(context.req.query(), auditQuery)
    return Response.json({ lines: await readAudit(deps.store.state, limit) })
  })
  app.all('/hooks/:channel', (context) => {
    const channel = deps.channels.get(context.req.param('channel'))
    if (channel?.webhook === undefined)
      throw new ApiError(404, { code: 'not-found', message: 'There is no such channel.' })
    return channel.webhook(context.req.raw)
  })
  app.get('/openapi.json', (context) => context.json(app.getOpenAPI31Document(documentAbout)))
}

const healthRoute = {
  method: 'get' as const,
  path: '/healthz',
  summary: 'Tells that the gateway and its store answer.',
  responses: {
    200: jsonAnswer('They do.', z.object({ ok: z.literal(true) })),
    503: jsonAnswer('The gateway stops, or its store does not answer: send others elsewhere.'),
    ...errorAnswers,
  },
}

const metricsRoute = {
  method: 'get' as const,
  path: '/metrics',
  role: 'read' as const,
  summary: 'Metrics for Prometheus.',
  responses: { 200: { description: 'Metrics.', content: { 'text/plain': { schema: z.string() } } }, ...errorAnswers },
}

const searchRoute = {
  method: 'get' as const,
  path: '/v1/search',
  role: 'read' as const,
  summary: 'Finds messages that have all words and "quoted phrases", best first.',
  request: { query: searchQuery },
  responses: { 200: jsonAnswer('Hits.'), ...errorAnswers },
}

const auditRoute = {
  method: 'get' as const,
  path: '/v1/audit',
  role: 'admin' as const,
  summary: 'Who compacted, undid or deleted what, newest first.',
  request: { query: auditQuery },
  responses: { 200: jsonAnswer('Lines of the audit.'), ...errorAnswers },
}

const documentAbout = {
  openapi: '3.1.0',
  info: { title: 'Palimpsest gateway', version: '1', description: 'Long-lived conversations over HTTP.' },
}
