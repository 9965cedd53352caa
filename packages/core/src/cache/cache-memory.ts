import { type Ttl, ttlMs } from './ttl.ts'

/** The end of the last request: the last place of this message. */
export interface Tail {
  readonly message: number
  /** A print that shows if the message at this index is still the same one. */
  readonly print: string
}

/** Frequency of people's pauses in a conversation. */
export interface Pauses {
  /** Calls that followed something a person said. */
  readonly turns: number
  /** Silences that five minutes do not outlive but an hour does. */
  readonly long: number
  /** Silences that not even an hour outlives. @default 0 */
  readonly lost?: number
}

/** Pauses of all conversations on one channel. */
export interface ChannelPauses extends Pauses {
  readonly conversations: number
}

/** The growth of a conversation within its window. */
export interface WindowGrowth {
  /** Of the last call. */
  readonly promptTokens: number
  /** All that was added from call to call; what compactions took away does not count. */
  readonly grownTokens: number
}

/** A planner's knowledge of earlier calls. Plain data: it can be stored with the session. */
export interface CacheMemory {
  /** The lifetime of what is added next: it rises only when the growing part is written anew, but may fall at any call. */
  readonly ttl: Ttl
  /** The lifetime of tools, system prompt and frontier: they are small, and needed again after any pause. */
  readonly baseTtl: Ttl
  readonly tail?: Tail
  /** The end of the part that lives an hour. Anything added after a fall lives shorter. */
  readonly hourEnd?: Tail
  /** The size of prompts, where they were counted. */
  readonly growth?: WindowGrowth
  /** Start of the last call. */
  readonly calledMs?: number
  /** Start of the last request that kept the cache warm: the last call, or a keep-alive after it. */
  readonly warmMs?: number
  /** Keep-alives since the last call. */
  readonly pings: number
  readonly pauses: Pauses
  /** Times since the last compaction that a silence outlived the cache, and an hour would have outlived it. @default 0 */
  readonly lapses?: number
}

export const startMemory: CacheMemory = {
  ttl: '5m',
  baseTtl: '5m',
  pings: 0,
  pauses: { turns: 0, long: 0 },
}

/** Nothing that was cached can be read any more, e.g. by another model; how people pause is still the same. */
export function forgetCached({ pauses, calledMs }: CacheMemory): CacheMemory {
  return { ...startMemory, pauses, ...(calledMs !== undefined && { calledMs }) }
}

/** Adds the silence before a call. */
export function addSilence(pauses: Pauses, silenceMs: number, isHuman: boolean): Pauses {
  const isLost = silenceMs >= ttlMs['1h']
  const isLong = silenceMs >= ttlMs['5m'] && !isLost
  const lost = (pauses.lost ?? 0) + (isLost ? 1 : 0)
  return {
    turns: pauses.turns + (isHuman ? 1 : 0),
    long: pauses.long + (isLong ? 1 : 0),
    ...(lost > 0 && { lost }),
  }
}
