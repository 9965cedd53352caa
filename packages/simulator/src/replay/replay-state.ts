import type { Budget } from '@palimpsest/core/budget'
import type { ContextEngine, Trigger } from '@palimpsest/core/engine'
import type { Counter } from '@palimpsest/core/tokens'
import type { ReplayBills } from './replay-bills.ts'
import type { ReplayConversation } from './replay-conversation.ts'
import type { ReplayOptions, ReplayPorts } from './replay-options.ts'
import type { Meter } from './summary-fee.ts'
import type { Timeline } from './timeline.ts'

/** All that making room in a replay touches. */
export interface ReplayState {
  readonly options: ReplayOptions
  readonly ports: ReplayPorts
  readonly engine: ContextEngine
  /** Counts what is sent. */
  readonly counter: Counter
  readonly toolTokens: number
  readonly conversation: ReplayConversation
  readonly bills: ReplayBills
  readonly timeline: Timeline
  readonly meter: Meter
}

/** The next request as seen from where it is decided. */
export interface ReplayPressure {
  readonly trigger: Trigger
  readonly promptTokens: number
  readonly isReported: boolean
  readonly budget: Budget
  /** A tool loop goes on that would lose its thinking: nothing is compacted below this size. */
  readonly putOffTokens?: number
}
