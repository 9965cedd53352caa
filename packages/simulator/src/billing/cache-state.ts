import type { Prefix } from './prefix.ts'
import type { BilledTtl } from './rules.ts'

/** A prefix that the provider holds. */
export interface CacheEntry {
  readonly ttl: BilledTtl
  /** Start of the last request that wrote or read it. */
  readonly usedMs: number
  /** Not found before: the reply that wrote it had not begun. */
  readonly readableMs: number
  /** Key of a shorter-lived entry that this one continues: it is of no use once that one is gone. */
  readonly restsOn?: string
}

/** A prompt that the provider saw, for caches that compare whole prompts. */
export interface SeenPrompt {
  readonly prompt: Prefix
  /** The lifetime requested by the request that sent it. */
  readonly ttlMs: number
  readonly usedMs: number
  readonly readableMs: number
}

/** A provider's memory. A value: billing returns a new one and leaves the old as it was. */
export interface CacheState {
  readonly entries: ReadonlyMap<string, CacheEntry>
  readonly prompts: readonly SeenPrompt[]
}

export const emptyCache: CacheState = { entries: new Map(), prompts: [] }
