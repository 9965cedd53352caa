import type { Trigger } from '../../contract/occasion.ts'
import type { Instant } from '../../store/session.ts'

// Type aliases, not interfaces: so they are JSON to the compiler, and a store takes them as they are.

/**
 * A conversation's memory of its compactions: evidence, never policy. It belongs to the conversation, so that
 * neither a continuation nor a restart forgets it. A guard that could not be read is `undefined`, which is not
 * `freshGuard`.
 */
export type Guard = {
  /** Committed so far. */
  readonly compactions: number
  /** The compaction under way. If its process dies it stays, and so does what it was charged. */
  readonly run?: CompactionRun
  readonly awaiting?: Awaiting
  /** By provider and model: what one could not do says nothing about another. */
  readonly routes: Readonly<Record<string, RouteRecord>>
  /** By owner, subject and route; see `cooldownKey`. */
  readonly cooldowns: Readonly<Record<string, Cooldown>>
  /** Blocks that were reported to the user since all was last well. */
  readonly told: readonly string[]
}

/** A compaction under way, with what is needed to take its charge back. */
export type CompactionRun = {
  readonly id: string
  readonly trigger: Trigger
  readonly route: string
  readonly isProbe: boolean
  /** When the one before it was tried. */
  readonly triedBefore: Instant
  readonly overheadTokens: number
  readonly thresholdTokens: number
}

/** After a commit, the next answer shows if it helped; until then no old number may start another. */
export type Awaiting = {
  readonly route: string
  readonly thresholdTokens: number
  /** Answers to requests from before this refer to the old view. */
  readonly since: Instant
  /** Answers that came without a count. */
  readonly silent: number
}

/** Unsuccessful tries on one route since a provider last counted a prompt below the threshold. */
export type RouteRecord = {
  /** Compressions that did not help. */
  readonly strikes: number
  /** Compactions begun and not yet proven, by any trigger; probes are counted separately. */
  readonly attempts: number
  /** Tries made although blocked, because their time had come. */
  readonly probes: number
  readonly triedAt: Instant
  /** The engine could not get below this threshold, beside this overhead. */
  readonly floor?: { readonly overheadTokens: number; readonly thresholdTokens: number }
}

/** Why something rests for a while. */
export type RestCause =
  | 'transient'
  | 'timeout'
  | 'engine'
  | 'store'
  | 'declined'
  | 'deferred'
  | 'lost-records'
  | 'auth'
  | 'quota'
  | 'no-provider'

export type Cooldown = {
  readonly cause: RestCause
  readonly until: Instant
  /** Failures in a row before this one. */
  readonly streak: number
}

/** Nothing has happened yet. Only for a conversation that has no guard in its store. */
export const freshGuard: Guard = { compactions: 0, routes: {}, cooldowns: {}, told: [] }

const freshRoute: RouteRecord = { strikes: 0, attempts: 0, probes: 0, triedAt: 0 }

/** The record of a route; a fresh one where there is none. */
export function routeRecord({ routes }: Guard, route: string): RouteRecord {
  return (Object.hasOwn(routes, route) ? routes[route] : undefined) ?? freshRoute
}

/** The pause that was set under a key, be it over or not. */
export function cooldownOf({ cooldowns }: Guard, key: string): Cooldown | undefined {
  return Object.hasOwn(cooldowns, key) ? cooldowns[key] : undefined
}

/** The record without one key. */
export function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  return Object.hasOwn(record, key)
    ? Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
    : record
}
