import type { Receipt } from '@palimpsest/core/engine'
import type { Usage } from '@palimpsest/core/tokens'
import type { WireRequest } from './options/context-options.ts'
import type { Prepared, PrepareOptions } from './prepare/prepared.ts'
import type { Found, RecallTools } from './recall/recall-tools.ts'
import type { WireBody, WireFormat, WireReply } from './wire/wire-body.ts'

/** What became of a wish. */
export type Outcome =
  | { readonly kind: 'compacted'; readonly receipt: Receipt }
  | { readonly kind: 'undone' }
  /** Nothing was done, and why. */
  | { readonly kind: 'unchanged'; readonly detail: string }

/** One conversation of a host: its history stays the host's. */
export interface ConversationHandle {
  /** Takes a request with its whole history, and returns one that fits. Never throws, unless it is told to stop. */
  prepare<B extends WireBody>(body: B, options?: PrepareOptions): Promise<Prepared<B>>
  /** Notes the reply to the last request, or what was counted for it. Sums over several calls are not for here. */
  observe(said: WireReply | Usage): Promise<void>
  /** Compacts now, whatever the size; the next request shows it. */
  compact(options?: { readonly focus?: string }): Promise<Outcome>
  /** Takes the last compaction back. */
  undo(): Promise<Outcome>
  /** Of all compactions, the newest last. */
  receipts(): Promise<readonly Receipt[]>
  /** Searches all that was said. */
  recall(query: string, options?: { readonly limit?: number }): Promise<readonly Found[]>
  /** Returns a message to the letter, by the number that summaries and search results name. */
  read(number: string): Promise<string | undefined>
  /** Definitions in the caller's format, and a function that runs them. Never added by us. */
  recallTools<F extends WireFormat>(format: F): RecallTools<F>
}

/** Context management for all conversations of a program. */
export interface Context {
  /** Each name is a conversation of its own; the same name is the same one, also after a restart. */
  conversation(id: string): ConversationHandle
  /** Everything called inside belongs to this conversation, whatever library calls it. */
  run<T>(id: string, work: () => T | Promise<T>): Promise<T>
  /**
   * Names the conversation of a request: the one that `run` was called for, the one that the options name, or one for all
   * requests that begin with the same message.
   */
  identify(request: WireRequest): string | undefined
  /** A fetch that prepares and observes: for every client that takes one. */
  readonly fetch: typeof globalThis.fetch
  /** The same on top of another fetch, which sends what was prepared. */
  fetchOver(send: typeof globalThis.fetch): typeof globalThis.fetch
  /** Writes what is left, and closes a store that was opened here. */
  close(): Promise<void>
}
