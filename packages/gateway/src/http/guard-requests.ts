import type { IncomingMessage } from 'node:http'
import { refuseForeign } from '@palimpsest/core/http'
import type { EntryId } from '@palimpsest/core/log'
import type { MiddlewareHandler, Next } from 'hono'
import { type Caller, findCaller, hasRole, type TokenRole } from '../access/tokens.ts'
import { ApiError } from './api-error.ts'
import { tooLarge } from './as-api-error.ts'
import type { HttpContext, HttpDeps, HttpEnv } from './http-env.ts'
import { refuseCrossSite } from './refuse-cross-site.ts'

/** Whoever asks where no token is set: only this machine can, and it may do all. */
const local: Caller = { name: 'local', role: 'admin' }
/** Whoever asks without a token for what needs none. */
const nobody: Caller = { name: 'nobody', role: 'read' }

/** Paths that everybody may ask for: they tell nothing about conversations. */
const openPaths: ReadonlySet<string> = new Set(['/healthz', '/openapi.json'])

/** Channels know their platforms by secrets and signatures of their own. */
const hookPrefix = '/hooks/'

/** Decides who asks, and refuses whoever may not, or asks too often, or sends too much. */
export function guardRequests(deps: HttpDeps): MiddlewareHandler<HttpEnv> {
  return async (context: HttpContext, next: Next) => {
    checkLength(context, deps.limits.maxBodyBytes)
    const isHook = context.req.path.startsWith(hookPrefix)
    const caller = isHook ? nobody : await identify(context, deps)
    context.set('caller', caller)
    if (!isHook && !openPaths.has(context.req.path)) limitRate(deps, caller)
    if (deps.stopping.aborted && context.req.method !== 'GET') throw stopping()
    await next()
  }
}

/** The length that a client states is believed: Node reads no more than that. */
function checkLength({ env }: HttpContext, maxBytes: number): void {
  const length = Number(env.incoming.headers['content-length'] ?? 0)
  if (length > maxBytes) throw tooLarge(maxBytes)
}

async function identify(context: HttpContext, deps: HttpDeps): Promise<Caller> {
  const { headers } = context.env.incoming
  const { tokens, isClosed } = await deps.callers()
  const isOpen = !isClosed && !deps.isPublic
  const asked = { ...headers, host: hostsNamed(context.env.incoming) }
  const foreign = isOpen ? refuseForeign(asked) : refuseCrossSite(asked)
  if (foreign !== undefined) throw new ApiError(403, { code: 'foreign', message: foreign })
  if (isOpen) return local
  if (openPaths.has(context.req.path)) return nobody
  return findCaller(tokens, headers.authorization) ?? refuseCaller(context, deps)
}

/** Guessing is slowed down by address, so that it does not lock out those who know a token. */
function refuseCaller({ env }: HttpContext, { limiter, limits }: HttpDeps): never {
  const key = `address ${env.incoming.socket.remoteAddress}`
  const retryInMs = limiter.take(key, limits.wrongTokensPerMinute)
  if (retryInMs > 0) throw tooMany('There were too many wrong tokens from this address.', retryInMs)
  throw new ApiError(401, { code: 'unauthorized', message: 'Send a valid token: Authorization: Bearer …' })
}

function limitRate({ limiter, limits }: HttpDeps, { name, requestsPerMinute }: Caller): void {
  const retryInMs = limiter.take(`token ${name}`, requestsPerMinute ?? limits.requestsPerMinute)
  if (retryInMs > 0) throw tooMany('There are too many requests with this token.', retryInMs)
}

/** Too many requests. */
export function tooMany(message: string, retryInMs: number): ApiError {
  return new ApiError(429, { code: 'rate-limited', message, retryInMs })
}

/** The gateway stops, and another will answer soon: also what was taken already, which is named then. */
export function stopping(taken?: { readonly entry: EntryId }): ApiError {
  const kept = taken === undefined ? '' : ' It is kept and will be answered: ask again with the same Idempotency-Key.'
  const message = `The gateway stops. Try again soon.${kept}`
  return new ApiError(503, { code: 'stopping', message, retryInMs: 2_000, ...(taken && { fields: { ...taken } }) })
}

/** Refuses a caller whose role does not suffice. */
export function requireRole(context: HttpContext, role: TokenRole): void {
  if (hasRole(context.get('caller'), role)) return
  throw new ApiError(403, { code: 'forbidden', message: `This needs a token with the role "${role}".` })
}

/** All that a request names as its host, in its headers and before the path of a whole address; a sound one names one. */
function hostsNamed({ url = '', headersDistinct }: IncomingMessage): string {
  const inTarget = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.slice(1) ?? []
  return [...new Set([...(headersDistinct.host ?? []), ...inTarget])].join(', ')
}
