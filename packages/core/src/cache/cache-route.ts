import type { ChannelPauses } from './cache-memory.ts'
import type { Ttl } from './ttl.ts'

/** The party at the other end, which decides how long silences are. */
export type CacheChannel =
  /** Nobody: calls follow each other until the work is done. */
  | 'headless'
  /** A person who gives an agent work and watches. */
  | 'agent'
  /** A person who chats: most calls follow something said. */
  | 'chat'

/** Known facts about the route to the provider, and about its users. */
export interface CacheRoute {
  readonly channel: CacheChannel
  /** Lifetimes that the route honours. @default both */
  readonly ttls?: readonly Ttl[]
  /** The user's choice. @default the planner's */
  readonly pinned?: Ttl
  /** Price of a cached token, relative to plain input. @default 0.1 */
  readonly readRate?: number
  /** Requests may be sent to keep the cache warm. @default false */
  readonly keepAlive?: boolean
  /** Pauses seen in earlier conversations on this channel. */
  readonly known?: ChannelPauses
}
