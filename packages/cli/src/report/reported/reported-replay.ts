import type { Json, Receipt } from '@palimpsest/core'
import type { MarksBill } from '../../replay/dearer-words.ts'
import type { Strategy } from '../../replay/strategy-words.ts'

/** Dollars; null where a price is not known, which is not 0. */
export type Usd = number | null

/** Strategies that have a bill after every call; the oracle judges in hindsight. */
export type RunningStrategy = Exclude<Strategy, 'oracle'>

export interface ReportedCall {
  /** From 1. */
  readonly n: number
  readonly promptTokens: number
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly unmanagedTokens: number
  /** All calls so far. */
  readonly spentUsd: Readonly<Record<RunningStrategy, Usd>>
}

export interface ReportedCompaction extends Omit<Receipt, 'costUsd'> {
  readonly costUsd: Usd
  readonly beforeCall: number
  readonly view?: readonly Json[]
}

/** The cost of one strategy. */
export interface ReportedCost {
  readonly costUsd: Usd
  readonly hitRate: number
}

/** The bill without compaction and with the usual cache, up to where the window refuses. */
export interface ReportedUsual {
  readonly costUsd: Usd
  readonly calls: number
  readonly endsAtCall: number | null
  /** The amount this replay had paid for the same calls. */
  readonly oursUsd: Usd
}

export interface ReportedTotals {
  readonly promptTokens: number
  readonly maxPromptTokens: number
  readonly cacheRead: number
  readonly costUsd: Usd
  readonly costUnmanagedUsd: Usd
  readonly summarizerUsd: Usd
  readonly keepAliveUsd: Usd
  readonly virtualMs: number
  readonly usual: ReportedUsual
  /** The first call that the window refuses all the same. */
  readonly refusedAtCall: number | null
  readonly strategies: Readonly<
    Record<Strategy, ReportedCost> & Record<'anchored' | 'system_and_3', ReportedCost & MarksBill>
  >
  readonly models: readonly { readonly model: string; readonly calls: number; readonly costUsd: Usd }[]
}

/** The fields of a replayed file that the report reads; a replay's result has more. */
export interface ReportedReplay {
  readonly file: string
  readonly conversation: string
  readonly model: string
  readonly contextLength: number
  readonly thresholdTokens: number
  readonly cacheStrategy: RunningStrategy
  readonly gap: string
  readonly calls: readonly ReportedCall[]
  readonly compactions: readonly ReportedCompaction[]
  readonly totals: ReportedTotals
  readonly notices: readonly string[]
}
