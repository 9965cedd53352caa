import type { Bill } from '../store/owed.ts'
import type { Trigger } from './occasion.ts'
import type { Saved, SummaryNote, Survival } from './plan.ts'

/** Tokens that each step took away, and those of messages that were dropped. */
export interface SavedTokens extends Saved {
  /** @default none */
  readonly dropped?: number
}

/** What one compression did. It is kept with the conversation, and nothing is committed without it. */
export interface Receipt {
  readonly trigger: Trigger
  readonly engine: string
  readonly session: string
  readonly continuation: string
  /** Of the whole request, all by one estimator. `floor` is the least that could have been reached. */
  readonly tokens: {
    readonly before: number
    readonly after: number
    readonly threshold: number
    readonly floor: number
  }
  readonly messages: {
    readonly before: number
    readonly after: number
    readonly summarised: number
    /** Messages that went without a summary, however the engine calls it. @default none */
    readonly dropped?: number
  }
  readonly saved: SavedTokens
  readonly summary: SummaryNote
  /** How many facts of each class the new view still shows. */
  readonly survival: Readonly<Record<string, Survival>>
  readonly flags: readonly string[]
  readonly cache: { readonly keptTokens: number; readonly invalidatedTokens: number }
  /** Unknown where a price is. */
  readonly costUsd?: number
  /** How many calls were made for it; unknown where nobody counted. */
  readonly calls?: number
  /** What each model was paid for it, also for what could not be used; unknown where nobody wrote it down. */
  readonly bills?: readonly Bill[]
  readonly ms: number
}
