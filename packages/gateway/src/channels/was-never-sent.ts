import { errorChain } from './error-text.ts'

/** Node and undici say these when no connection was made, so that the platform cannot have seen the request. */
const unconnected: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** True when the request surely did not reach the platform: sending it again cannot say anything twice. */
export function wasNeverSent(error: unknown): boolean {
  return errorChain(error).some(
    (link) => typeof link === 'object' && link !== null && 'code' in link && unconnected.has(link.code),
  )
}
