import type { Context } from '../context.ts'

/** A middleware of the SDK, by its shape. */
export type SdkMiddleware = <R extends { readonly url: string }>(
  request: R,
  next: (request: R) => Promise<Response>,
) => Promise<Response>

/**
 * Context management for `new Anthropic({ middleware })`. Requests are seen as the API of Anthropic has them, whatever cloud
 * they go to.
 */
export function anthropicContext(context: Context): SdkMiddleware {
  return (request, next) => {
    const send: typeof globalThis.fetch = (url, init) => next({ ...request, ...init, url: String(url) })
    return context.fetchOver(send)(request.url, request as RequestInit)
  }
}
