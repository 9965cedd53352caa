import type { IncomingHttpHeaders } from 'node:http'
import type { ServerRefusal } from './server-refusal.ts'

/** The key that a request carries, in the header of either provider. */
export function keyOf(headers: IncomingHttpHeaders): string {
  const own = headers['x-api-key']
  if (typeof own === 'string' && own !== '') return own
  return /^Bearer\s+(\S.*)$/i.exec(headers.authorization ?? '')?.[1]?.trim() ?? ''
}

/** Any key is right unless some are named. */
export function refuseKey(key: string, keys: readonly string[] | undefined): ServerRefusal | undefined {
  if (key === '') return { kind: 'key-missing' }
  return keys === undefined || keys.includes(key) ? undefined : { kind: 'key-wrong', key }
}
