import { OpenAPIHono } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { type ApiError, apiErrorBody, errorHeaders } from './api-error.ts'
import { asApiError, tooLarge } from './as-api-error.ts'
import { addCommandRoutes } from './command-routes.ts'
import { addConversationRoutes } from './conversation-routes.ts'
import { addEventRoutes } from './event-routes.ts'
import { guardRequests } from './guard-requests.ts'
import type { HttpApp, HttpContext, HttpDeps, HttpEnv } from './http-env.ts'
import { addMessageRoutes } from './message-routes.ts'
import { securityHeaders } from './security-headers.ts'
import { addSystemRoutes } from './system-routes.ts'

/** The gateway's HTTP interface, described by its own `/openapi.json`. */
export function createHttpApp(deps: HttpDeps): HttpApp {
  const app = new OpenAPIHono<HttpEnv>()
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  app.use(async (context, next) => {
    await next()
    deps.metrics.requests.inc({ status: `${Math.floor(context.res.status / 100)}xx` })
    // The headers of a raw answer are on their way already.
    if (context.env.outgoing.headersSent) return
    for (const [name, value] of Object.entries(securityHeaders)) context.res.headers.set(name, value)
  })
  app.use(methodNotAllowed({ app, onMethodNotAllowed: notAllowed }))
  app.use(guardRequests(deps))
  app.use('/hooks/*', bodyLimit({ maxSize: deps.limits.maxBodyBytes, onError: () => refuseLarge(deps) }))
  addSystemRoutes(app, deps)
  addMessageRoutes(app, deps)
  addEventRoutes(app, deps)
  addCommandRoutes(app, deps)
  addConversationRoutes(app, deps)
  app.notFound((context) => {
    const about = { code: 'not-found', message: 'There is nothing here.' }
    return context.json(apiErrorBody(about), 404)
  })
  app.onError((error, context) => {
    const refusal = asApiError(error)
    if (refusal.about.code === 'internal') deps.onFault(error)
    return errorResponse(context, refusal)
  })
  return app
}

function refuseLarge({ limits }: HttpDeps): never {
  throw tooLarge(limits.maxBodyBytes)
}

function notAllowed(context: { json: HttpContext['json'] }, methods: readonly string[]): Response {
  const about = { code: 'method-not-allowed', message: `Only ${methods.join(', ')} can be used here.` }
  return context.json(apiErrorBody(about), 405, { allow: methods.join(', ') })
}

function errorResponse(context: HttpContext, { status, about }: ApiError): Response {
  // What is left of a body that was refused is not read.
  const close: Readonly<Record<string, string>> = status === 413 ? { connection: 'close' } : {}
  return context.json(apiErrorBody(about), status, { ...errorHeaders(about), ...close })
}
