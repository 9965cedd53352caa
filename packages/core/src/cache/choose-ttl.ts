import type { CacheMemory } from './cache-memory.ts'
import type { CacheRoute } from './cache-route.ts'
import { furtherTurns, longShare, lostShare, waitsOf } from './pauses-ahead.ts'
import { type Ttl, writeRate } from './ttl.ts'
import { hourSaves } from './wait-costs.ts'

/** Lifetimes for a prompt that is about to be written. */
export interface Lifetimes {
  readonly ttl: Ttl
  readonly baseTtl: Ttl
}

/** The distance of a conversation from its next compaction, where that is known. */
export interface Room {
  readonly promptTokens?: number
  readonly thresholdTokens?: number
}

/** Chooses what is cheapest by the pauses still to come, within what the route honours and the user allows. */
export function chooseTtl(memory: CacheMemory, route: CacheRoute, room: Room = {}): Lifetimes {
  const { ttls = ['5m', '1h'], pinned } = route
  const clamp = (wanted: Ttl) => (ttls.includes(wanted) ? wanted : (ttls[0] ?? '5m'))
  if (pinned !== undefined) return { ttl: clamp(pinned), baseTtl: clamp(pinned) }
  const { ttl, baseTtl } = preferred(memory, route, room)
  return { ttl: clamp(ttl), baseTtl: clamp(baseTtl) }
}

/**
 * An hour is paid for before anything shows that it is needed, so it is bought on evidence alone: of pauses in this
 * conversation, in this user's earlier ones, or of a channel on which people pause as a rule.
 */
function preferred(memory: CacheMemory, route: CacheRoute, room: Room): Lifetimes {
  if (route.channel === 'headless') return { ttl: '5m', baseTtl: '5m' }
  if (route.keepAlive === true) return preferredWarm(memory, route, room)
  const ttl = isHourCheaper(memory, route, room) ? '1h' : '5m'
  // No compaction takes away what every call needs.
  return { ttl, baseTtl: ttl === '1h' || isWorthAnHour(pausesAhead(memory, route, {}), route) ? '1h' : '5m' }
}

/** The same where keep-alives bridge pauses: what an hour then still saves in each silence. */
function preferredWarm(memory: CacheMemory, route: CacheRoute, room: Room): Lifetimes {
  const saved = hourSaves(memory, route)
  const isWorth = (turns: number) => saved * turns > writeRate['1h'] - writeRate['5m']
  const ttl = isWorth(turnsAhead(memory, route, room)) ? '1h' : '5m'
  return { ttl, baseTtl: ttl === '1h' || isWorth(turnsAhead(memory, route, {})) ? '1h' : '5m' }
}

/** Guessing stops after so many errors about the same prompt, lest one conversation pays for it repeatedly. */
const mostLapses = 3

/** An hour costs more to write once; five minutes are written again after every pause that is longer. */
function isHourCheaper(memory: CacheMemory, route: CacheRoute, room: Room): boolean {
  if ((memory.lapses ?? 0) >= mostLapses) return true
  return isWorthAnHour(pausesAhead(memory, route, room), route)
}

function isWorthAnHour(pauses: number, { readRate = 0.1 }: CacheRoute): boolean {
  return pauses * (writeRate['5m'] - readRate) > writeRate['1h'] - writeRate['5m']
}

/** Pauses between five minutes and an hour that what is written now will live to see. */
function pausesAhead(memory: CacheMemory, route: CacheRoute, room: Room): number {
  return longShare(memory, route) * turnsAhead(memory, route, room)
}

/** Turns that what is written now will live to see: nothing outlives a compaction, a long silence or the last turn. */
function turnsAhead(memory: CacheMemory, route: CacheRoute, room: Room): number {
  return Math.min(furtherTurns(memory, route), turnsOfRoom(room, growthPerTurn(memory)), 1 / lostShare(memory, route))
}

/** The growth of a turn before it is known, and its weight in turns; found on replayed sessions. */
const typicalGrowth = 20_000
const growthTurns = 2

function growthPerTurn(memory: CacheMemory): number {
  const grownTokens = memory.growth?.grownTokens ?? 0
  return (grownTokens + typicalGrowth * growthTurns) / (waitsOf(memory) + growthTurns)
}

/** Turns differ much in size, so even where there is room for less than one there may be another. */
const atLeastTurns = 0.3

/** Returns how many turns fit in before the next compaction, after which nothing written now is read again. */
function turnsOfRoom({ promptTokens, thresholdTokens }: Room, perTurn: number): number {
  if (promptTokens === undefined || thresholdTokens === undefined) return Number.POSITIVE_INFINITY
  return atLeastTurns + Math.max(0, thresholdTokens - promptTokens) / perTurn
}
