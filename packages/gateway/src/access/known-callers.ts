import type { StoredTokens } from './token-book.ts'
import type { Caller, GatewayToken } from './tokens.ts'

/** Who may use HTTP now. */
export interface CallerList {
  readonly tokens: readonly GatewayToken[]
  /** True when nobody is served without a token. */
  readonly isClosed: boolean
}

/** Tells who may use HTTP now, as of two seconds ago at most while the store answers. */
export type KnownCallers = () => Promise<CallerList>

export interface CallersDeps {
  /** Tokens that are not the store's. */
  readonly fixed: readonly GatewayToken[]
  readonly read: () => Promise<StoredTokens>
  readonly now: () => number
}

/** So old may the tokens be that are known: whoever was sent away is out after that. */
export const knownCallersMs = 2_000
/** So long is a store waited for that may be down; meanwhile those who were known last are served. */
const patienceMs = 1_000

/** Keeps in mind who may use HTTP. A store that is down changes nothing; one that never answered lets nobody in. */
export function createKnownCallers({ fixed, read, now }: CallersDeps): KnownCallers {
  let known: CallerList | undefined
  let asked: Promise<CallerList> | undefined
  let askedAt = 0
  let turn = 0
  const ask = async (): Promise<CallerList> => {
    const own = ++turn
    const stored = await read()
    const list = { tokens: [...fixed, ...stored.tokens], isClosed: fixed.length > 0 || stored.isClosed }
    // An answer that was overtaken may still know somebody who is out by now.
    if (own === turn) known = list
    return list
  }
  return async () => {
    const age = now() - askedAt
    if (asked === undefined || age >= knownCallersMs || age < 0) {
      askedAt = now()
      asked = ask()
    }
    return known === undefined ? asked.catch(forget) : patiently(asked, known)
  }

  function forget(error: unknown): never {
    asked = undefined
    throw error
  }
}

function patiently(asked: Promise<CallerList>, known: CallerList): Promise<CallerList> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(known), patienceMs)
    asked.then(resolve, () => resolve(known)).finally(() => clearTimeout(timer))
  })
}

/** True when somebody who was let in would be let in again. */
export function isStillKnown({ tokens, isClosed }: CallerList, { sha256, role }: Caller): boolean {
  if (sha256 === undefined) return !isClosed
  return tokens.some((token) => token.sha256 === sha256 && token.role === role)
}
