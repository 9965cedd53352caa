import type { BreakpointPlace } from './breakpoint-place.ts'
import type { CacheMemory } from './cache-memory.ts'
import type { CacheRequest } from './cache-request.ts'
import type { Ttl } from './ttl.ts'

/** A place to cache, and for how long. */
export interface Anchor {
  readonly place: BreakpointPlace
  readonly ttl: Ttl
}

/** The places at which a request is to be cached, and the memory to keep once it was sent. */
export interface Anchoring {
  readonly anchors: readonly Anchor[]
  readonly memory: CacheMemory
}

/** Decides where the provider should cache. */
export type ChooseAnchors = (request: CacheRequest, memory: CacheMemory) => Anchoring
