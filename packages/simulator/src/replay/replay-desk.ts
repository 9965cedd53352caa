import type { Budget, ContextEngine, Counter, Trigger } from '@palimpsest/core'
import type { ReplayOptions, ReplayPorts } from './replay-options.ts'
import type { Meter } from './summary-fee.ts'
import type { Talk } from './talk.ts'
import type { Tills } from './tills.ts'
import type { Timeline } from './timeline.ts'

/** All that making room in a replay touches. */
export interface ReplayDesk {
  readonly options: ReplayOptions
  readonly ports: ReplayPorts
  readonly engine: ContextEngine
  /** Counts what is sent. */
  readonly counter: Counter
  readonly toolTokens: number
  readonly talk: Talk
  readonly till: Tills
  readonly timeline: Timeline
  readonly meter: Meter
}

/** The next request as seen from where it is decided. */
export interface Pressure {
  readonly trigger: Trigger
  readonly promptTokens: number
  readonly isReported: boolean
  readonly budget: Budget
  /** A tool loop goes on that would lose its thinking: nothing is compressed below this size. */
  readonly putOffTokens?: number
}
