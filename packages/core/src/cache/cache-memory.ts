import type { Ttl } from './ttl.ts'

/** Where the last request ended: in the last place of this message. */
export interface Tail {
  readonly message: number
  /** Tells whether the message at this index is still the same one. */
  readonly print: string
}

/** How often people let a conversation rest. */
export interface Pauses {
  /** Calls that followed something a person said. */
  readonly turns: number
  /** Silences that five minutes do not outlive but an hour does. */
  readonly long: number
  /** Silences that not even an hour outlives. @default 0 */
  readonly lost?: number
}

/** How a conversation fills its window. */
export interface Growth {
  /** Of the last call. */
  readonly promptTokens: number
  /** All that was added from call to call; what compactions took away does not count. */
  readonly grownTokens: number
}

/** What a planner knows of the calls before. Plain data: it can be stored with the session. */
export interface CacheMemory {
  /** The lifetime of what is added next: it rises only when the growing part is written anew, but may fall at any call. */
  readonly ttl: Ttl
  /** The lifetime of tools, system prompt and frontier: they are small, and needed again after any pause. */
  readonly baseTtl: Ttl
  readonly tail?: Tail
  /** Where the part that lives an hour ends. What came after a fall lives shorter. */
  readonly hourEnd?: Tail
  /** How large prompts are, where they were counted. */
  readonly growth?: Growth
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

/** Pauses of all conversations on one channel. */
export interface ChannelPauses extends Pauses {
  readonly conversations: number
}

/** Adds a conversation to what is known of its channel. */
export function learnChannel(known: ChannelPauses | undefined, { pauses }: CacheMemory): ChannelPauses {
  const { conversations, turns, long, lost = 0 } = known ?? { conversations: 0, turns: 0, long: 0 }
  const allLost = lost + (pauses.lost ?? 0)
  return {
    conversations: conversations + 1,
    turns: turns + pauses.turns,
    long: long + pauses.long,
    ...(allLost > 0 && { lost: allLost }),
  }
}
