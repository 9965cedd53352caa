import type { CacheMemory, ChannelPauses } from './cache-memory.ts'
import type { CacheChannel, CacheRoute } from './cache-route.ts'
import { ttlMs } from './ttl.ts'

/** Of some 290 recorded waits for people who work with agents a fifth took 5 to 60 minutes; people who chat rest longer. */
const typicalShare: Readonly<Record<CacheChannel, number>> = { headless: 0, agent: 0.2, chat: 0.44 }
/** Of the same waits this share took more than an hour. */
const typicalLost = 0.028
/** Weight of the usual, in waits seen here: conversations of the same people differ less than their counts. */
const usualTurns = 16
/** Fewer of those that nothing outlives: users who are away for hours pay for an hour in vain each time. */
const usualLosses = 4
/** Turns that a premium may count on where nothing is known: this many, and half as many as there were. */
const leastFurther = 2.5
const furtherShare = 0.5

/** So many earlier conversations weigh as much as knowing nothing. */
const fewConversations = 3

/** Returns how many turns to come a premium may count on. */
export function furtherTurns(memory: CacheMemory, route: CacheRoute): number {
  const untold = leastFurther + furtherShare * waitsOf(memory)
  const known = knownPauses(route)
  if (known === undefined) return untold
  const { turns } = memory.pauses
  const told = Math.max(turns, known.turns / known.conversations - turns)
  return untold + ((told - untold) * known.conversations) / (known.conversations + fewConversations)
}

/** The share of turns that are to be expected after a pause which five minutes do not outlive, but an hour does. */
export function longShare(memory: CacheMemory, route: CacheRoute): number {
  const { long, turns } = knownPauses(route) ?? { long: 0, turns: 0 }
  const usual = (long + typicalShare[route.channel] * usualTurns) / (turns + usualTurns)
  return blend(memory.pauses.long, usual, usualTurns, memory)
}

/** The share of those after a silence which nothing outlives. */
export function lostShare(memory: CacheMemory, route: CacheRoute): number {
  const known = knownPauses(route)
  const usual = known ? (known.lost ?? 0) / known.turns : 0
  return blend(memory.pauses.lost ?? 0, Math.max(usual, typicalLost), usualLosses, memory)
}

/** Blends what was seen here with what is usual. */
function blend(seen: number, usual: number, weight: number, memory: CacheMemory): number {
  return (seen + usual * weight) / (waitsOf(memory) + weight)
}

function knownPauses({ known }: CacheRoute): ChannelPauses | undefined {
  return known !== undefined && known.turns > 0 ? known : undefined
}

/** Before the first turn nobody can have paused. */
export function waitsOf({ pauses }: CacheMemory): number {
  return Math.max(0, pauses.turns - 1)
}

/** Expectations about the silence that begins now. */
export interface Silence {
  /** The probability that somebody speaks again, and not before this much time. */
  returnAfter(ms: number): number
  /** The probability that nobody has spoken by then, including the case that nobody ever will. */
  isSilentAt(ms: number): number
}

/**
 * Pauses are assumed to be log-logistic: that fits what was measured of people, and two shares determine it fully.
 * Any turn may have been the last.
 */
export function silenceAhead(memory: CacheMemory, route: CacheRoute): Silence {
  const lost = lostShare(memory, route)
  const over = Math.min(longShare(memory, route) + lost, mostOver)
  const odds = (share: number) => (1 - share) / share
  const shape = Math.log(odds(Math.min(lost, over * nextToAll)) / odds(over)) / Math.log(ttlMs['1h'] / ttlMs['5m'])
  const goesOn = 1 - 1 / Math.max(1, (knownPauses(route) ? 1 : likelyTimes) * furtherTurns(memory, route))
  const returnAfter = (ms: number) => goesOn / (1 + odds(over) * (ms / ttlMs['5m']) ** shape)
  return { returnAfter, isSilentAt: (ms) => 1 - goesOn + returnAfter(ms) }
}

/** If nothing is known, this many times more turns are likely than a premium may count on. */
const likelyTimes = 2
/** Not everybody pauses, and not every pause that is long is lost: without a rest there is no curve. */
const mostOver = 0.99
const nextToAll = 0.95
