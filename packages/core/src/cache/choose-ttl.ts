import type { CacheMemory, ChannelPauses } from './cache-memory.ts'
import type { CacheRoute, Channel } from './cache-route.ts'
import { type Ttl, writeRate } from './ttl.ts'

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
  if (route.keepAlive === true) {
    const isLong = doPingsCostMore(memory, route, room) || doPingsFail(memory, route, room)
    return isLong ? { ttl: '1h', baseTtl: '1h' } : { ttl: '5m', baseTtl: '5m' }
  }
  const ttl = isHourCheaper(memory, route, room) ? '1h' : '5m'
  // Nothing but a silence that outlives it ends what every call needs.
  return { ttl, baseTtl: ttl === '1h' || isWorthAnHour(pausesUntilLost(memory, route), route) ? '1h' : '5m' }
}

/**
 * In each pause keep-alives read the whole prompt a few times, and now and then they give up too early; an hour costs
 * three quarters of a token more for each that a turn adds. Both cost the same where reading the prompt once costs this
 * many times what a turn adds: worked out for pauses of log-normal length, median 135 s (σ 1.42) and 300 s (σ 1.6).
 */
const pingsBreakEven: Readonly<Record<Channel, number>> = { headless: 0, agent: 0.55, chat: 0.22 }

function doPingsCostMore(memory: CacheMemory, { channel, readRate = 0.1 }: CacheRoute, room: Room): boolean {
  if (room.promptTokens === undefined) return channel === 'chat'
  return readRate * room.promptTokens > pingsBreakEven[channel] * growthPerTurn(memory)
}

/** Whom keep-alives fail this often, and more than once, rests longer than others do. */
const mostFailures = 0.25

/** Where few pauses are long, one that outlived all keep-alives is worth a look at how long they are. */
function doPingsFail(memory: CacheMemory, route: CacheRoute, room: Room): boolean {
  const { coldRewrites, pauses } = memory
  if (coldRewrites > 1 && coldRewrites > mostFailures * pauses.turns) return true
  return route.channel === 'agent' && coldRewrites > 0 && isHourCheaper(memory, route, room)
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

/** Pauses between five minutes and an hour that what is written now will live to see. */
function expectedPauses(memory: CacheMemory, route: CacheRoute, room: Room): number {
  const { turns } = memory.pauses
  const known = knownPauses(route)
  const further = known
    ? Math.max(turns, known.turns / known.conversations - turns)
    : leastFurther + furtherShare * waitsOf(memory)
  const lives = Math.min(further, turnsOfRoom(room, growthPerTurn(memory)), 1 / lostShare(memory, route))
  return longShare(memory, route) * lives
}

/** The same for what no compaction takes away. That nobody paused on its channel yet proves little over so long a time. */
function pausesUntilLost(memory: CacheMemory, route: CacheRoute): number {
  return longShare(memory, { channel: route.channel }) / lostShare(memory, route)
}

/** The share of turns that are to be expected after a pause which an hour outlives. */
function longShare(memory: CacheMemory, route: CacheRoute): number {
  const known = knownPauses(route)
  const usual = known ? known.long / known.turns : typicalShare[route.channel]
  return blend(memory.pauses.long, usual, memory, route)
}

/** The share of those after a silence which nothing outlives. */
function lostShare(memory: CacheMemory, route: CacheRoute): number {
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
function waitsOf({ pauses }: CacheMemory): number {
  return Math.max(0, pauses.turns - 1)
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
