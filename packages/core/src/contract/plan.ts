import type { Json } from '../json.ts'
import type { Instant } from '../store/session.ts'
import type { ViewItem } from '../store/store.ts'

/** The reason nothing was done. Each is explained to the user in words. */
export type UnchangedReason =
  | 'below-threshold'
  | 'nothing-to-compress'
  | 'irreducible'
  | 'no-gain'
  | 'disabled'
  | 'aborted'

/** The author of a summary, and how it went. */
export interface SummaryNote {
  readonly by: 'model' | 'mechanical' | 'none'
  readonly model?: string
  readonly tokens: number
  readonly chunks: number
  /** Share of the source, by tokens, that its author was shown. */
  readonly coverage: number
}

/** The part that was done before anybody waited for it. */
export interface PreparedNote {
  /** Share of the threshold that the view had reached when it was begun. */
  readonly share: number
  /** Messages that it covers. */
  readonly messages: number
  readonly ms: number
  /** `prefix`: more was said meanwhile than could stay, and a model was asked about the rest. */
  readonly reused: 'whole' | 'prefix'
}

/** A model that could not write a summary, and why; the message is one line without secrets. */
export interface SummaryFailure {
  readonly model: string
  readonly cause: string
  readonly message: string
}

/** Tokens that each step took away. */
export interface Saved {
  readonly cleared: number
  readonly deduplicated: number
  readonly shortened: number
  readonly spilled: number
  readonly summarised: number
}

export interface Survival {
  readonly inContext: number
  readonly total: number
}

/** An engine's answer: nothing, or a new view with what is to be remembered and reported about it. */
export type Plan =
  | { readonly kind: 'unchanged'; readonly reason: UnchangedReason; readonly detail: string }
  | { readonly kind: 'deferred'; readonly until: Instant; readonly detail: string }
  | {
      readonly kind: 'compact'
      readonly view: readonly ViewItem[]
      /** Handed back at the next compaction of the conversation. */
      readonly memo: Json
      /** Standing constraints that the view must still hold, word for word. */
      readonly constraints: readonly string[]
      readonly saved: Saved
      readonly summary: SummaryNote
      readonly summarisedMessages: number
      readonly survival: Readonly<Record<string, Survival>>
      readonly flags: readonly string[]
      /** Models that were asked and failed; another, or the ledger, took over. */
      readonly failures: readonly SummaryFailure[]
      /** What was prepared of it. @default nothing */
      readonly prepared?: PreparedNote
      /** The least that this engine could have come down to, in tokens of the whole request. */
      readonly floorTokens: number
    }
