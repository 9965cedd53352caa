import type { UnchangedReason } from '../../contract/plan.ts'
import type { Instant } from '../../store/session.ts'
import type { RestCause } from './guard.ts'
import type { PressureSituation } from './verdict.ts'

/** The result of trying one summary model: it failed for a cause, or it wrote. */
export interface Tried {
  readonly route: string
  readonly cause?: Exclude<RestCause, 'declined' | 'deferred' | 'lost-records'>
}

/**
 * Fields of every end of a compaction. One of a run that is no longer the guard's comes too late, and changes
 * nothing.
 */
interface RunEnd {
  readonly run: string
  readonly at: Instant
  readonly tried?: readonly Tried[]
}

/** An event that is reported to a guard. */
export type GuardEvent =
  | BegunEvent
  | CommittedEvent
  | RunEndEvent
  | ReadingEvent
  | { readonly kind: 'told'; readonly notice: string }

/** A compaction starts; written before any work, so that one that kills its process counts. `run` is minted by the host. */
export interface BegunEvent {
  readonly kind: 'begun'
  readonly run: string
  readonly situation: PressureSituation
}

/** The store has a new view. That is so even if nobody waited for it any more. */
export interface CommittedEvent extends RunEnd {
  readonly kind: 'committed'
  readonly situation: PressureSituation
}

/** A compaction that ended without a new view. */
export type RunEndEvent =
  /** `refused`: its plan or receipt was not fit to be committed. */
  | (RunEnd & { readonly kind: 'unchanged'; readonly reason: UnchangedReason | 'refused' })
  | (RunEnd & { readonly kind: 'failed'; readonly cause: NonNullable<Tried['cause']> })
  | (RunEnd & { readonly kind: 'deferred'; readonly until: Instant })
  /** Someone else was faster, or the user stopped it: as if it had never begun. */
  | (RunEnd & { readonly kind: 'contended' | 'cancelled' })

/** The model answered a request that held the conversation's view. */
export interface ReadingEvent {
  readonly kind: 'reading'
  readonly route: string
  /** Prompt tokens only; unknown where the provider did not count. */
  readonly reportedTokens?: number
  /** The estimate for the same request. */
  readonly estimatedTokens: number
  readonly thresholdTokens: number
  /** When the request was sent. */
  readonly askedAt: Instant
  readonly at: Instant
}
