import type { CacheMemory, Pauses } from './cache-memory.ts'
import type { CacheRoute } from './cache-route.ts'
import { chooseTtl } from './choose-ttl.ts'
import { ttlMs } from './ttl.ts'

/** A call that is about to be made. */
export interface Call {
  readonly startMs: number
  /** It follows something that a person said. */
  readonly isHuman?: boolean
  /** Model, tools or system prompt are other ones, so nothing that was cached can be read. */
  readonly isFresh?: boolean
}

/** Learns from the silence before a call, and settles lifetimes for what is written anew anyway. */
export function beginCall(memory: CacheMemory, call: Call, route: CacheRoute): CacheMemory {
  const { startMs } = call
  const silenceMs = memory.warmMs === undefined ? Number.POSITIVE_INFINITY : startMs - memory.warmMs
  const isCold = call.isFresh === true || silenceMs >= ttlMs[memory.ttl]
  const isBaseCold = call.isFresh === true || silenceMs >= ttlMs[memory.baseTtl]
  const isRewrite = memory.warmMs !== undefined && silenceMs >= ttlMs[memory.ttl]
  const noted: CacheMemory = {
    ...memory,
    calledMs: startMs,
    warmMs: startMs,
    pings: 0,
    pauses: notePause(memory, call),
    coldRewrites: memory.coldRewrites + (isRewrite ? 1 : 0),
  }
  if (!isCold) return noted
  const { ttl, baseTtl } = chooseTtl(noted, route)
  return isBaseCold ? { ...noted, ttl, baseTtl } : { ...noted, ttl }
}

function notePause({ pauses, calledMs }: CacheMemory, { startMs, isHuman = false }: Call): Pauses {
  const silenceMs = calledMs === undefined ? 0 : startMs - calledMs
  const isLong = silenceMs >= ttlMs['5m'] && silenceMs < ttlMs['1h']
  return { turns: pauses.turns + (isHuman ? 1 : 0), long: pauses.long + (isLong ? 1 : 0) }
}
