import type { CacheMemory, ChannelPauses } from './cache-memory.ts'
import type { CacheRoute, Channel } from './cache-route.ts'
import { ttlMs } from './ttl.ts'

/** Of 251 measured human turns 27 % came after more than five minutes; people who chat rest longer. */
const typicalShare: Readonly<Record<Channel, number>> = { headless: 0, agent: 0.27, chat: 0.44 }
/** Of the same turns 2.8 % came after more than an hour. */
const typicalLost = 0.028
/** What is known beforehand weighs like this many turns of one's own. */
const typicalTurns = 4
const knownTurns = 8
/** A conversation that has begun goes on for some turns, and for half as many again as it has had. */
const leastFurther = 3
const furtherShare = 0.5

/** How many turns are still to come. */
export function furtherTurns(memory: CacheMemory, route: CacheRoute): number {
  const { turns } = memory.pauses
  const known = knownPauses(route)
  return known
    ? Math.max(turns, known.turns / known.conversations - turns)
    : leastFurther + furtherShare * waitsOf(memory)
}

/** The share of turns that are to be expected after a pause which five minutes do not outlive, but an hour does. */
export function longShare(memory: CacheMemory, route: CacheRoute): number {
  const known = knownPauses(route)
  const usual = known ? known.long / known.turns : typicalShare[route.channel]
  return blend(memory.pauses.long, usual, memory, route)
}

/** The share of those after a silence which nothing outlives. */
export function lostShare(memory: CacheMemory, route: CacheRoute): number {
  const known = knownPauses(route)
  const usual = known ? (known.lost ?? 0) / known.turns : 0
  return blend(memory.pauses.lost ?? 0, Math.max(usual, typicalLost), memory, route)
}

/** What was seen here, and what is usual. */
function blend(seen: number, usual: number, memory: CacheMemory, route: CacheRoute): number {
  const weight = knownPauses(route) ? knownTurns : typicalTurns
  return (seen + usual * weight) / (waitsOf(memory) + weight)
}

function knownPauses({ known }: CacheRoute): ChannelPauses | undefined {
  return known !== undefined && known.turns > 0 ? known : undefined
}

/** Before the first turn nobody can have paused. */
export function waitsOf({ pauses }: CacheMemory): number {
  return Math.max(0, pauses.turns - 1)
}

/** What is to be expected of the silence that begins now. */
export interface Silence {
  /** How likely it is that somebody speaks again, and not before so long. */
  returnAfter(ms: number): number
  /** How likely it is that nobody has spoken by then, whether anybody ever will or not. */
  isSilentAt(ms: number): number
}

/**
 * Pauses are taken to be log-logistic: that fits what was measured of people, and two shares tell all of it. Any turn
 * may have been the last.
 */
export function silenceAhead(memory: CacheMemory, route: CacheRoute): Silence {
  const lost = lostShare(memory, route)
  const over = Math.min(longShare(memory, route) + lost, mostOver)
  const odds = (share: number) => (1 - share) / share
  const shape = Math.log(odds(Math.min(lost, over * nextToAll)) / odds(over)) / Math.log(ttlMs['1h'] / ttlMs['5m'])
  const goesOn = 1 - 1 / Math.max(1, furtherTurns(memory, route))
  const returnAfter = (ms: number) => goesOn / (1 + odds(over) * (ms / ttlMs['5m']) ** shape)
  return { returnAfter, isSilentAt: (ms) => 1 - goesOn + returnAfter(ms) }
}

/** Not everybody pauses, and not every pause that is long is lost: without a rest there is no curve. */
const mostOver = 0.99
const nextToAll = 0.95
