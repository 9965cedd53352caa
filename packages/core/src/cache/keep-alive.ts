import type { CacheMemory } from './cache-memory.ts'
import type { CacheRoute } from './cache-route.ts'
import { ttlMs, writeRate } from './ttl.ts'
import { personPings, pingEveryMs } from './wait-costs.ts'

/** The party that the conversation is waiting for. */
export type Waiting = 'person' | 'tool'

/** When to send the last prompt again with `max_tokens: 0`, or why not to. */
export type NextPing =
  | { readonly kind: 'ping'; readonly atMs: number }
  | { readonly kind: 'stop'; readonly reason: 'off' | 'nothing-cached' | 'cold' | 'enough' | 'unwatched' }

/** True when the last request is still cached. */
export function isWarm({ warmMs, ttl }: CacheMemory, nowMs: number): boolean {
  return warmMs !== undefined && nowMs - warmMs < ttlMs[ttl]
}

/** Decides the next keep-alive. Each costs a read of everything, so their number is limited by what a rewrite costs. */
export function nextPing(memory: CacheMemory, nowMs: number, waiting: Waiting, route: CacheRoute): NextPing {
  const { warmMs, ttl, pings } = memory
  if (!route.keepAlive) return { kind: 'stop', reason: 'off' }
  if (warmMs === undefined) return { kind: 'stop', reason: 'nothing-cached' }
  if (!isWarm(memory, nowMs)) return { kind: 'stop', reason: 'cold' }
  if (waiting === 'person' && route.channel === 'headless') return { kind: 'stop', reason: 'unwatched' }
  if (pings >= mostPings(memory, waiting, route)) return { kind: 'stop', reason: 'enough' }
  return { kind: 'ping', atMs: Math.max(nowMs, warmMs + pingEveryMs(ttl)) }
}

/** A tool returns for certain, so pings pay until they cost as much as the rewrite they save. A person may not. */
function mostPings(memory: CacheMemory, waiting: Waiting, route: CacheRoute): number {
  if (waiting === 'person') return personPings(memory, route)
  return Math.floor((writeRate[memory.ttl] - 0.1) / (route.readRate ?? 0.1))
}

/** A keep-alive was sent and answered. */
export function notePing(memory: CacheMemory, startMs: number): CacheMemory {
  return { ...memory, warmMs: startMs, pings: memory.pings + 1 }
}
