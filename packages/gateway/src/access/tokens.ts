import { createHash, timingSafeEqual } from 'node:crypto'

/** What a token may do: `read` looks, `write` speaks and runs commands as well, `admin` deletes and reads the audit as well. */
export type TokenRole = 'read' | 'write' | 'admin'

/** Whoever makes a request: by a token, or from this machine. */
export interface Caller {
  /** For audits, limits and logs. */
  readonly name: string
  readonly role: TokenRole
  /** @default that of the gateway's limits */
  readonly requestsPerMinute?: number
  /** Of the token; absent where none is needed. */
  readonly sha256?: string
}

/** A token that lets somebody in. The secret itself is kept nowhere. */
export interface GatewayToken extends Caller {
  /** See `hashToken`. */
  readonly sha256: string
}

/** The hash by which a token is known, in hexadecimal digits. */
export function hashToken(secret: string): string {
  return digest(secret).toString('hex')
}

/** The roles, each with all that those before it may do. */
export const tokenRoles: readonly TokenRole[] = ['read', 'write', 'admin']

/** True when one role may do all that another may. */
export function hasRole({ role }: Caller, needed: TokenRole): boolean {
  return tokenRoles.indexOf(role) >= tokenRoles.indexOf(needed)
}

/** Finds the token of an `Authorization` header. The time it takes tells nothing about the secrets. */
export function findCaller(tokens: readonly GatewayToken[], authorization: string | undefined): Caller | undefined {
  const [scheme = '', secret = ''] = (authorization ?? '').split(' ', 2)
  const given = digest(scheme.toLowerCase() === 'bearer' ? secret : '')
  let found: GatewayToken | undefined
  for (const token of tokens) {
    const hash = Buffer.from(token.sha256, 'hex')
    if (hash.length === given.length && timingSafeEqual(hash, given)) found = token
  }
  return secret === '' ? undefined : found
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
