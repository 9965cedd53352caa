import { beginCall, type CacheCall } from './begin-call.ts'
import { type CacheMemory, startMemory } from './cache-memory.ts'
import type { CacheRequest, Planned } from './cache-request.ts'
import type { CacheRoute } from './cache-route.ts'
import { type CacheStrategy, planners } from './planners.ts'

export interface CachePlanOptions {
  /** The memory of the last call's plan; without it the conversation begins here. */
  readonly memory?: CacheMemory | undefined
  /** Who is at the other end, and what the provider honours. @default an agent that a person watches */
  readonly route?: CacheRoute
  /** @default 'anchored' */
  readonly strategy?: CacheStrategy
}

/**
 * Places the cache breakpoints of a request that is about to be sent, and chooses how long each lives. The memory that
 * comes back belongs to the next call of the same conversation; a request that is sent again uses the old one.
 */
export function planCache(request: CacheRequest, call: CacheCall, options: CachePlanOptions = {}): Planned {
  const { memory = startMemory, route = { channel: 'agent' }, strategy = 'anchored' } = options
  return planners[strategy](request, beginCall(memory, call, route))
}
