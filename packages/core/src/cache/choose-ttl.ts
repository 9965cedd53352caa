import type { CacheMemory, ChannelPauses } from './cache-memory.ts'
import type { CacheRoute } from './cache-route.ts'
import { type Ttl, writeRate } from './ttl.ts'

/** Lifetimes for a prompt that is about to be written. */
export interface Lifetimes {
  readonly ttl: Ttl
  readonly baseTtl: Ttl
}

/** Chooses what is cheapest by the pauses seen so far, within what the route honours and the user allows. */
export function chooseTtl(memory: CacheMemory, route: CacheRoute): Lifetimes {
  const { ttls = ['5m', '1h'], pinned } = route
  const clamp = (wanted: Ttl) => (ttls.includes(wanted) ? wanted : (ttls[0] ?? '5m'))
  if (pinned !== undefined) return { ttl: clamp(pinned), baseTtl: clamp(pinned) }
  const { ttl, baseTtl } = preferred(memory, route)
  return { ttl: clamp(ttl), baseTtl: clamp(baseTtl) }
}

/** Where a person may pause, the small part that every later call needs is kept for an hour from the start. */
function preferred(memory: CacheMemory, route: CacheRoute): Lifetimes {
  switch (route.channel) {
    case 'headless':
      return { ttl: '5m', baseTtl: '5m' }
    case 'chat':
      return { ttl: '1h', baseTtl: '1h' }
    case 'agent': {
      if (isHourCheaper(memory, route)) return { ttl: '1h', baseTtl: '1h' }
      return { ttl: '5m', baseTtl: route.keepAlive ? '5m' : '1h' }
    }
  }
}

/** Keep-alives bridge most pauses, so where they are sent only pauses that they did not bridge prove anything. */
function isHourCheaper(memory: CacheMemory, { readRate = 0.1, keepAlive = false, known }: CacheRoute): boolean {
  if (keepAlive && memory.coldRewrites !== 1) return memory.coldRewrites > 1
  const savedPerPause = writeRate['5m'] - readRate
  return expectedPauses(memory, known) * savedPerPause > writeRate['1h'] - writeRate['5m']
}

/** Of 251 measured human turns 27 % came after more than five minutes. */
const typicalShare = 0.27
/** What is known beforehand weighs like this many turns of one's own. */
const typicalTurns = 4
const knownTurns = 8

/**
 * Long pauses still to come. A conversation goes on for about as many turns as it has had, or until it is as long as
 * others on its channel were.
 */
function expectedPauses({ pauses: { turns, long } }: CacheMemory, known?: ChannelPauses): number {
  if (known === undefined || known.turns === 0) {
    return (turns * (long + typicalShare * typicalTurns)) / (turns + typicalTurns)
  }
  const share = (long + (known.long / known.turns) * knownTurns) / (turns + knownTurns)
  return share * Math.max(turns, known.turns / known.conversations - turns)
}
