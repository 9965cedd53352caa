import type { Message, Tool } from '../message/message.ts'
import type { CacheMemory } from './cache-memory.ts'

/** A request whose breakpoints are to be placed. Those that it already has are replaced. */
export interface CacheRequest {
  readonly tools?: readonly Tool[]
  readonly messages: readonly Message[]
  /** Index of the last message that stays as it is until the next compaction: the summary, if there is one. */
  readonly frontier?: number
  /** The form in which it will be sent: not all can carry a breakpoint in the same places. @default 'anthropic' */
  readonly format?: 'anthropic' | 'openai-chat'
}

/** A request with its breakpoints, and what to remember once it was sent. A request sent again uses the old memory. */
export interface Planned {
  readonly request: CacheRequest
  readonly memory: CacheMemory
}

/** Places breakpoints. The request it is given stays untouched, and so do messages it need not mark. */
export type Planner = (request: CacheRequest, memory: CacheMemory) => Planned
