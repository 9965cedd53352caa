import type { ModelBill } from '../store/unbilled.ts'
import type { Trigger } from './occasion.ts'
import type { PreparedNote, Saved, SummaryNote, Survival } from './plan.ts'

/** Tokens that each step took away, and those of messages that were dropped. */
export interface SavedTokens extends Saved {
  /** @default none */
  readonly dropped?: number
}

/** The tools that are sent from a compaction on, until the next one: the list is the beginning of every cached prefix. */
export interface ToolChoice {
  /** Number of schemas that are sent. */
  readonly shown: number
  /** Names of the tools that are only found with `find_tools`, in their order. */
  readonly leftOut: readonly string[]
  /** Tokens that each request is smaller by. */
  readonly savedTokens: number
  /** Compactions for which tools that are still shown were not used. @default none */
  readonly unused?: Readonly<Record<string, number>>
}

/** How long a conversation was held up by a compaction, and what for. */
export interface Waited {
  readonly ms: number
  /** `nothing`: code alone was at work; else a model that wrote, or a preparation that was not done yet. */
  readonly for: 'nothing' | 'summary' | 'preparation'
}

/** A record of what one compaction did. It is kept with the conversation; nothing is committed without it. */
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
  /** Number of facts of each class that the new view still shows. */
  readonly survival: Readonly<Record<string, Survival>>
  readonly flags: readonly string[]
  readonly cache: { readonly keptTokens: number; readonly invalidatedTokens: number }
  /** Unknown where a price is. */
  readonly costUsd?: number
  /** Number of calls made for it; unknown where nobody counted. */
  readonly calls?: number
  /** The payment to each model for it, also for unusable output; unknown where nobody recorded it. */
  readonly bills?: readonly ModelBill[]
  /** Where tools are many enough to be chosen among. */
  readonly tools?: ToolChoice
  readonly ms: number
  /** What was done ahead of it; absent where nothing was. */
  readonly prepared?: PreparedNote
  /** Unknown where nobody could have waited, or nobody said. */
  readonly waited?: Waited
}
