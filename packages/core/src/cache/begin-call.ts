import { addSilence, type CacheMemory, type WindowGrowth } from './cache-memory.ts'
import type { CacheRoute } from './cache-route.ts'
import { chooseTtl, type Lifetimes } from './choose-ttl.ts'
import { type Ttl, ttlMs } from './ttl.ts'

/** A call that is about to be made. */
export interface CacheCall {
  readonly startMs: number
  /** It follows something that a person said. */
  readonly isHuman?: boolean
  /** Model, tools or system prompt are other ones, so nothing that was cached can be read. */
  readonly isFresh?: boolean
  /** The size of its prompt, as the calls before counted theirs. */
  readonly promptTokens?: number
  /** At this size the conversation is compacted: what is cached until then is of no use after it. */
  readonly thresholdTokens?: number
}

/** Learns from the silence before a call and from its size, and settles how long that lives which is written now. */
export function beginCall(memory: CacheMemory, call: CacheCall, route: CacheRoute): CacheMemory {
  const { startMs } = call
  const silenceMs = memory.warmMs === undefined ? Number.POSITIVE_INFINITY : startMs - memory.warmMs
  const isGone = (ttl: Ttl) => call.isFresh === true || silenceMs >= ttlMs[ttl]
  const isRewrite = memory.warmMs !== undefined && silenceMs >= ttlMs[memory.ttl]
  const { tail, hourEnd } = memory
  const growth = noteGrowth(memory, call)
  const noted: CacheMemory = {
    ttl: memory.ttl,
    baseTtl: memory.baseTtl,
    calledMs: startMs,
    warmMs: startMs,
    pings: 0,
    pauses: addSilence(memory.pauses, startMs - (memory.calledMs ?? startMs), call.isHuman ?? false),
    lapses: isCompacted(memory, call) ? 0 : (memory.lapses ?? 0) + (isRewrite && silenceMs < ttlMs['1h'] ? 1 : 0),
    ...(growth && { growth }),
    // What has died is no place to look for, and would be written again for as long as it once lived.
    ...(tail && !isGone(memory.ttl) && { tail }),
    ...(hourEnd && !isGone('1h') && { hourEnd }),
  }
  const isAnew = isGone(memory.ttl) || isCompacted(memory, call)
  const { ttl, baseTtl } = settle(memory, chooseTtl(noted, route, call), isAnew, isGone(memory.baseTtl))
  return { ...noted, ttl, baseTtl }
}

/** An hour that follows what lives five minutes is of no use, so only what is written anew can get one. */
function settle(had: Lifetimes, wanted: Lifetimes, isAnew: boolean, isBaseAnew: boolean): Lifetimes {
  const baseTtl = isBaseAnew ? wanted.baseTtl : had.baseTtl
  const mayRise = isAnew && (isBaseAnew || baseTtl === '1h')
  return { baseTtl, ttl: wanted.ttl === '1h' && !mayRise ? had.ttl : wanted.ttl }
}

/** Nothing but a compaction makes a prompt smaller. */
function isCompacted({ growth }: CacheMemory, { promptTokens }: CacheCall): boolean {
  return growth !== undefined && promptTokens !== undefined && promptTokens < growth.promptTokens
}

function noteGrowth({ growth }: CacheMemory, { promptTokens }: CacheCall): WindowGrowth | undefined {
  if (promptTokens === undefined) return growth
  if (growth === undefined) return { promptTokens, grownTokens: 0 }
  return { promptTokens, grownTokens: growth.grownTokens + Math.max(0, promptTokens - growth.promptTokens) }
}
