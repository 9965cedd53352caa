import type { Trigger } from '../../contract/occasion.ts'
import { defined, isList, isObject, type Json, type JsonObject } from '../../json.ts'
import type { Instant } from '../../store/session.ts'
import {
  type Awaiting,
  type CompactionRun,
  type Cooldown,
  freshGuard,
  type Guard,
  type RestCause,
  type RouteRecord,
} from './guard.ts'
import { cooldownKey, restMs } from './pace.ts'

/**
 * Reads a stored value as a guard: fresh where there is nothing, `undefined` where there is something else. For a
 * value that stays unreadable, the host writes `waryGuard` in its place; for a read that failed, it asks again
 * next time.
 */
export function readGuard(stored: Json | undefined): Guard | undefined {
  if (stored === undefined) return freshGuard
  if (!isObject(stored) || !isCount(stored.compactions) || !isTexts(stored.told)) return undefined
  const { compactions, told } = stored
  const routes = readEach(stored.routes, readRoute)
  const cooldowns = readEach(stored.cooldowns, readCooldown)
  const run = readOptional(stored.run, readRun)
  const awaiting = readOptional(stored.awaiting, readAwaiting)
  if (routes === undefined || cooldowns === undefined || run === null || awaiting === null) return undefined
  return defined({ compactions, run, awaiting, routes, cooldowns, told })
}

/** For records that are lost: as if a compaction had just failed, which passes by itself. */
export function waryGuard(route: string, at: Instant): Guard {
  const cooldown: Cooldown = { cause: 'lost-records', until: at + restMs('lost-records', 0), streak: 0 }
  const keys = (['hygiene', 'preflight'] as const).map((trigger) => cooldownKey(trigger, 'compaction', route))
  return { ...freshGuard, cooldowns: Object.fromEntries(keys.map((key) => [key, cooldown])) }
}

const triggers: readonly Trigger[] = ['hygiene', 'preflight', 'response', 'overflow', 'manual']

const causes: readonly RestCause[] = [
  ...(['transient', 'timeout', 'engine', 'store', 'declined', 'deferred', 'lost-records'] as const),
  ...(['auth', 'quota', 'no-provider'] as const),
]

function readRun(value: JsonObject): CompactionRun | undefined {
  const { id, route, isProbe, triedBefore, overheadTokens, thresholdTokens } = value
  const trigger = triggers.find((known) => known === value.trigger)
  if (!isText(id) || !isText(route) || typeof isProbe !== 'boolean' || trigger === undefined) return undefined
  if (!isAmount(triedBefore) || !isAmount(overheadTokens) || !isAmount(thresholdTokens)) return undefined
  return { id, trigger, route, isProbe, triedBefore, overheadTokens, thresholdTokens }
}

function readAwaiting({ route, thresholdTokens, since, silent }: JsonObject): Awaiting | undefined {
  if (!isText(route) || !isAmount(thresholdTokens) || !isAmount(since) || !isCount(silent)) return undefined
  return { route, thresholdTokens, since, silent }
}

function readRoute({ strikes, attempts, probes, triedAt, floor: stored }: JsonObject): RouteRecord | undefined {
  if (!isCount(strikes) || !isCount(attempts) || !isCount(probes) || !isAmount(triedAt)) return undefined
  const floor = readOptional(stored, readFloor)
  return floor === null ? undefined : defined({ strikes, attempts, probes, triedAt, floor })
}

function readFloor({ overheadTokens, thresholdTokens }: JsonObject): RouteRecord['floor'] {
  return isAmount(overheadTokens) && isAmount(thresholdTokens) ? { overheadTokens, thresholdTokens } : undefined
}

function readCooldown({ cause: stored, until, streak }: JsonObject): Cooldown | undefined {
  const cause = causes.find((known) => known === stored)
  return cause !== undefined && isAmount(until) && isCount(streak) ? { cause, until, streak } : undefined
}

/** `undefined` where there is nothing, `null` where there is something else. */
function readOptional<T>(value: Json | undefined, read: (value: JsonObject) => T | undefined): T | undefined | null {
  if (value === undefined) return undefined
  return (isObject(value) ? read(value) : undefined) ?? null
}

function readEach<T>(
  value: Json | undefined,
  read: (value: JsonObject) => T | undefined,
): Readonly<Record<string, T>> | undefined {
  if (!isObject(value)) return undefined
  const entries = Object.entries(value).map(([key, field]) => [key, readOptional(field, read) ?? null] as const)
  const known = entries.flatMap(([key, field]) => (field === null ? [] : [[key, field] as const]))
  return known.length === entries.length ? Object.fromEntries(known) : undefined
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string'
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return isList(value) && value.every(isText)
}

function isAmount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isCount(value: Json | undefined): value is number {
  return isAmount(value) && Number.isInteger(value) && value >= 0
}
