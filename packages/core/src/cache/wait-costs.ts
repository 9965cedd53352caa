import type { CacheMemory } from './cache-memory.ts'
import type { CacheRoute } from './cache-route.ts'
import { furtherTurns, type Silence, silenceAhead } from './pauses-ahead.ts'
import { type Ttl, ttlMs, writeRate } from './ttl.ts'

/** Time before the end of its life when a cache is refreshed: enough for a request to reach the provider. */
const marginMs: Readonly<Record<Ttl, number>> = { '5m': 15_000, '1h': 60_000 }

/** Returns the time from the last request to the next keep-alive. */
export function pingEveryMs(ttl: Ttl): number {
  return ttlMs[ttl] - marginMs[ttl]
}

/** Expectations are not certain: a keep-alive must promise this many times its cost. */
const leastPromise = 1.5

/**
 * Returns how many keep-alives a silence is worth: each reads the whole prompt, and saves writing it if somebody
 * speaks before the next would be due. The longer nobody has spoken the less likely that is, so the first that
 * does not pay is the last.
 */
export function pingsWorth(ttl: Ttl, silence: Silence, { keepAlive, readRate = 0.1 }: CacheRoute): number {
  if (keepAlive !== true) return 0
  const rewrite = writeRate[ttl] - readRate
  const most = Math.floor(writeRate[ttl] / readRate)
  for (let pings = 0; pings < most; pings++) {
    const at = (pings + 1) * pingEveryMs(ttl)
    const returns = (silence.returnAfter(at) - silence.returnAfter(at + ttlMs[ttl])) / silence.isSilentAt(at)
    if (returns * rewrite < leastPromise * readRate) return pings
  }
  return most
}

/**
 * Returns the cost of a cached token in one coming silence, in plain tokens: keep-alives, and a rewrite if they
 * end too early.
 */
export function costOfSilence(ttl: Ttl, silence: Silence, route: CacheRoute): number {
  const { readRate = 0.1 } = route
  const pings = pingsWorth(ttl, silence, route)
  let cost = (writeRate[ttl] - readRate) * silence.returnAfter(pings * pingEveryMs(ttl) + ttlMs[ttl])
  for (let i = 1; i <= pings; i++) cost += readRate * silence.isSilentAt(i * pingEveryMs(ttl))
  return cost
}

/** Returns what an hour saves per token and silence, with as many keep-alives as pay off. */
export function hourSaves(memory: CacheMemory, route: CacheRoute): number {
  const silence = silenceAhead(memory, route)
  return costOfSilence('5m', silence, route) - costOfSilence('1h', silence, route)
}

/** An hour must save so many times what it costs to get there before one lets a warm cache die for it. */
const leastReason = 1.5

/** Keep-alives for a person: none where all is cheaper once it was written again, to live an hour. */
export function personPings(memory: CacheMemory, route: CacheRoute): number {
  const { readRate = 0.1, ttls = ['5m', '1h'], pinned } = route
  const mayRise = memory.ttl === '5m' && pinned === undefined && ttls.includes('1h')
  const saved = mayRise ? furtherTurns(memory, route) * hourSaves(memory, route) : 0
  if (saved > leastReason * (writeRate['1h'] - readRate)) return 0
  return pingsWorth(memory.ttl, silenceAhead(memory, route), route)
}
