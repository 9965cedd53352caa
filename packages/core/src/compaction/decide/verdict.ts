import type { Budget } from '../../budget/budget.ts'
import type { Trigger } from '../../contract/occasion.ts'
import type { Instant } from '../../store/session.ts'
import type { RestCause } from './guard.ts'

/** All that bears on whether to compress now. Read the guard anew for each: another process may have changed it. */
export interface PressureSituation {
  readonly trigger: Trigger
  /** `compression.enabled`. */
  readonly enabled: boolean
  readonly budget: Pick<Budget, 'thresholdTokens' | 'contextTokens'>
  /** Of the whole next request, as the provider reported it or would (`projectTokens`); never what it answered. */
  readonly promptTokens: number
  readonly isReported: boolean
  /** In the midst of a tool loop that would lose its thinking: nothing is compacted below this size. */
  readonly putOffTokens?: number
  /** In the history. */
  readonly messages: number
  /** System prompt and tools, in the same measure: no compaction takes them away. */
  readonly overheadTokens: number
  /** True when anything outside the protected messages is left. */
  readonly hasContent: boolean
  /** Provider and model that the request goes to. */
  readonly route: string
  /** Providers and models that may write the summary. */
  readonly summaryRoutes: readonly string[]
  readonly at: Instant
}

/** Why a compaction is not to run, with what its sentence needs. */
export type Objection =
  | { readonly reason: 'below-threshold'; readonly levelTokens: number }
  | { readonly reason: 'too-few-messages' }
  | { readonly reason: 'disabled' }
  | { readonly reason: 'guard-unknown' }
  | { readonly reason: 'irreducible-floor'; readonly levelTokens: number; readonly until?: Instant }
  | { readonly reason: 'nothing-to-compress' }
  | { readonly reason: 'awaiting-reading' }
  | { readonly reason: 'cooldown'; readonly cause: RestCause; readonly until: Instant }
  | { readonly reason: 'no-effect'; readonly strikes: number; readonly until: Instant }
  | { readonly reason: 'attempts-spent'; readonly attempts: number; readonly until: Instant }

export type SkipReason = Objection['reason']

/** Compress or not, and why. */
export type Verdict =
  | {
      readonly kind: 'compact'
      /** The one try that a blocked route has now and then. */
      readonly isProbe: boolean
      /** Summary routes that failed a short while ago, and are not to be called. */
      readonly resting: readonly string[]
    }
  | {
      readonly kind: 'skip'
      readonly reason: SkipReason
      /** For the user: what is the matter, and what to do. */
      readonly detail: string
      /** When it may be otherwise. */
      readonly until?: Instant
      /** True when the user is to be notified now; then settle `told` with the notice. */
      readonly notify: boolean
      readonly notice: string
    }
