import type { ContextOptions } from '../options/context-options.ts'
import type { Conversation } from '../prepare/conversation.ts'
import type { ContextParts } from '../prepare/conversation-memory.ts'

/** What a fetch needs of its context. */
export interface FetchParts extends Pick<ContextOptions, 'identify'> {
  readonly parts: ContextParts
  find(id: string): Conversation
  /** The conversation that the caller runs in. */
  current(): string | undefined
}

export function createContextFetch(_: FetchParts): typeof globalThis.fetch {
  return (input, init) => globalThis.fetch(input, init)
}
