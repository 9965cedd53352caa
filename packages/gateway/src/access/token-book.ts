import { randomBytes } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { Instant, StateStore } from '@palimpsest/core/store'
import { type GatewayToken, hashToken, type TokenRole, tokenRoles } from './tokens.ts'

/** A token that the store keeps, by its hash. */
export interface StoredToken extends GatewayToken {
  readonly at: Instant
}

/** A token to be made. */
export type NewToken = Omit<StoredToken, 'sha256'>

/** The tokens of a store, the same for every process that works on it. */
export interface StoredTokens {
  /** By name. */
  readonly tokens: readonly StoredToken[]
  /**
   * True from the first token on, also when the last one was removed: whoever takes a token away wants fewer people in, so
   * nobody is let in without one until somebody says so.
   */
  readonly isClosed: boolean
}

export interface TokenBook {
  read(): Promise<StoredTokens>
  /** Makes a token; answers with its secret, which is told this once, or with `undefined` where the name is taken. */
  add(token: NewToken): Promise<string | undefined>
  /** False when there is no token of that name. */
  remove(name: string): Promise<boolean>
  /** Lets this machine in without a token again. False while there are tokens. */
  open(): Promise<boolean>
}

const scope = 'gateway/tokens'
/** No name of a token; what it holds says that there was one. */
const closedKey = '*'

/** Known to `redact`, so that a secret that strays into a text is taken out of it. */
const secretPrefix = 'palimpsest_'
const secretBytes = 32

/** What a token may be called. */
export const tokenNameRule = 'up to 40 letters, digits, dots, dashes and underscores, and not owner, local or nobody'

const nameShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/
/** The gateway's own words for whoever came in otherwise. */
const ownNames: ReadonlySet<string> = new Set(['owner', 'local', 'nobody'])

/** True when a token may be called so. */
export function isTokenName(name: string): boolean {
  return nameShape.test(name) && !ownNames.has(name.toLowerCase())
}

export function createTokenBook(state: StateStore): TokenBook {
  const read = async () => storedTokens(await state.all(scope))
  return {
    read,
    add: async ({ name, ...about }) => {
      if ((await state.get(scope, name)) !== undefined) return undefined
      const secret = `${secretPrefix}${randomBytes(secretBytes).toString('base64url')}`
      await state.set(scope, closedKey, true)
      await state.set(scope, name, { ...about, sha256: hashToken(secret) })
      return secret
    },
    remove: async (name) => {
      const isThere = name !== closedKey && (await state.get(scope, name)) !== undefined
      if (isThere) await state.remove(scope, name)
      return isThere
    },
    open: async () => {
      const keys = Object.keys(await state.all(scope))
      if (keys.some((key) => key !== closedKey)) return false
      await state.remove(scope, closedKey)
      return true
    },
  }
}

/** What cannot be understood, perhaps of a later version, lets nobody in. */
function storedTokens(all: Readonly<Record<string, Json>>): StoredTokens {
  const found = Object.entries(all).flatMap(([name, value]) => (isObject(value) ? (readToken(name, value) ?? []) : []))
  const tokens = found.sort((a, b) => (a.name < b.name ? -1 : 1))
  return { tokens, isClosed: Object.keys(all).length > 0 }
}

function readToken(name: string, value: JsonObject): StoredToken | undefined {
  const { sha256, at, requestsPerMinute } = value
  const role = tokenRoles.find((each): each is TokenRole => each === value.role)
  if (typeof sha256 !== 'string' || typeof at !== 'number' || role === undefined) return undefined
  return { name, sha256, role, at, ...(typeof requestsPerMinute === 'number' && { requestsPerMinute }) }
}
