import type { SummaryModel } from '@palimpsest/core/engine'
import type { AgentParts } from '../agent.ts'

/** Work of the engine ahead of the next compaction, while nobody waits for it. */
export interface BackgroundPreparation {
  /** Begins where that is due and nothing is under way; returns at once, and says whether something is. */
  begin(parts: AgentParts, near: NearPressure): boolean
  /** What is under way ends with this; `undefined` where nothing is. */
  underWay(): Promise<void> | undefined
  /** True when something was prepared that no compaction has used yet: what it cost is written with that. */
  isWaiting(): boolean
  /** A compaction was made. */
  used(): void
  /** Stops what is under way, and waits until it has. */
  end(): Promise<void>
}

/** How near a compaction is, and the model itself as a writer of its summary, where it may and can be. */
export interface NearPressure {
  readonly promptTokens: number
  readonly contextTokens: number
  live?(): Promise<SummaryModel | undefined>
}
