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

/** How far a conversation is from its next compaction, where that is known. */
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

/** Where a person may pause, the small part that every later call needs is kept for an hour, unless that never helped. */
function preferred(memory: CacheMemory, route: CacheRoute, room: Room): Lifetimes {
  if (route.channel === 'headless') return { ttl: '5m', baseTtl: '5m' }
  if (route.keepAlive === true) return preferredWarm(memory, route, room)
  const ttl = isHourCheaper(memory, route, room) ? '1h' : '5m'
  // Nothing but a silence that outlives it ends what every call needs.
  return { ttl, baseTtl: ttl === '1h' || isWorthAnHour(pausesUntilLost(memory, route), route) ? '1h' : '5m' }
}

/** An hour can be given up at any call, but only be had when all is written anew: so it is taken a little too early. */
const hourBar = 0.8 * (writeRate['1h'] - writeRate['5m'])

/** The same where keep-alives bridge pauses. What every call needs is saved again and again until a silence outlives it. */
function preferredWarm(memory: CacheMemory, route: CacheRoute, room: Room): Lifetimes {
  const saved = hourSaves(memory, route)
  const lives = Math.min(furtherTurns(memory, route), turnsOfRoom(room, growthPerTurn(memory)))
  const ttl = saved * lives > hourBar ? '1h' : '5m'
  return { ttl, baseTtl: ttl === '1h' || saved > hourBar * lostShare(memory, route) ? '1h' : '5m' }
}

/** Whoever was wrong so often about the same prompt stops guessing, lest one conversation pays for it again and again. */
const mostLapses = 3

/** An hour costs more to write once; five minutes are written again after every pause that is longer. */
function isHourCheaper(memory: CacheMemory, route: CacheRoute, room: Room): boolean {
  if ((memory.lapses ?? 0) >= mostLapses) return true
  return isWorthAnHour(expectedPauses(memory, route, room), route)
}

function isWorthAnHour(pauses: number, { readRate = 0.1 }: CacheRoute): boolean {
  return pauses * (writeRate['5m'] - readRate) > writeRate['1h'] - writeRate['5m']
}

/** Pauses between five minutes and an hour that what is written now will live to see. */
function expectedPauses(memory: CacheMemory, route: CacheRoute, ahead: Room): number {
  const room = Math.min(turnsOfRoom(ahead, growthPerTurn(memory)), 1 / lostShare(memory, route))
  return longShare(memory, route) * Math.min(furtherTurns(memory, route), room)
}

/** The same for what no compaction takes away. That nobody paused on its channel yet proves little over so long a time. */
function pausesUntilLost(memory: CacheMemory, route: CacheRoute): number {
  return longShare(memory, { channel: route.channel }) / lostShare(memory, route)
}

/** What a turn adds before it is known, and how many turns that weighs; found on replayed sessions. */
const typicalGrowth = 10_000
const growthTurns = 2

function growthPerTurn(memory: CacheMemory): number {
  const grownTokens = memory.growth?.grownTokens ?? 0
  return (grownTokens + typicalGrowth * growthTurns) / (waitsOf(memory) + growthTurns)
}

/** Turns differ much in size, so even where there is room for less than one there may be another. */
const atLeastTurns = 0.6

/** How many turns fit in before the next compaction, after which nothing of what is written now is read again. */
function turnsOfRoom({ promptTokens, thresholdTokens }: Room, perTurn: number): number {
  if (promptTokens === undefined || thresholdTokens === undefined) return Number.POSITIVE_INFINITY
  return atLeastTurns + Math.max(0, thresholdTokens - promptTokens) / perTurn
}
