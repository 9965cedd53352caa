import type { RouteConfig } from '@hono/zod-openapi'
import type { TokenRole } from '../access/tokens.ts'
import { requireRole } from './guard-requests.ts'
import type { HttpApp, HttpContext } from './http-env.ts'

/** A route: what the OpenAPI document says about it, and who may use it. */
export interface ApiRoute extends RouteConfig {
  readonly method: 'get' | 'post' | 'delete'
  /** @default everybody */
  readonly role?: TokenRole
}

/** Adds a route to the app and to its OpenAPI document. */
export function addRoute(
  app: HttpApp,
  { role, ...route }: ApiRoute,
  handle: (context: HttpContext) => Response | Promise<Response>,
): void {
  app.openAPIRegistry.registerPath({
    ...route,
    ...(role !== undefined && { security: [{ bearer: [] }] }),
  })
  app.on(route.method.toUpperCase(), route.path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) => {
    if (role !== undefined) requireRole(context, role)
    return handle(context)
  })
}
