import type { Receipt } from '@palimpsest/core/engine'
import type { Json } from '@palimpsest/core/json'
import type { MarksBill } from '../../replay/dearer-words.ts'
import type { ShownStrategy } from '../../replay/strategy-words.ts'

/** Dollars; null where a price is not known, which is not 0. */
export type ReportedUsd = number | null

/** Strategies that have a bill after every call; the oracle judges in hindsight. */
export type RunningStrategy = Exclude<ShownStrategy, 'oracle'>

export interface ReportedCall {
  /** From 1. */
  readonly n: number
  readonly promptTokens: number
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly unmanagedTokens: number
  /** All calls so far. */
  readonly spentUsd: Readonly<Record<RunningStrategy, ReportedUsd>>
}

export interface ReportedCompaction extends Omit<Receipt, 'costUsd'> {
  readonly costUsd: ReportedUsd
  readonly beforeCall: number
  readonly view?: readonly Json[]
}

/** The cost of one strategy. */
export interface ReportedCost {
  readonly costUsd: ReportedUsd
  readonly hitRate: number
}

/** The bill without compaction and with the usual cache, up to where the window refuses. */
export interface ReportedUsual {
  readonly costUsd: ReportedUsd
  readonly calls: number
  readonly endsAtCall: number | null
  /** The amount this replay had paid for the same calls. */
  readonly oursUsd: ReportedUsd
}

export interface ReportedTotals {
  readonly promptTokens: number
  readonly maxPromptTokens: number
  readonly cacheRead: number
  readonly costUsd: ReportedUsd
  readonly costUnmanagedUsd: ReportedUsd
  readonly summarizerUsd: ReportedUsd
  readonly keepAliveUsd: ReportedUsd
  readonly virtualMs: number
  readonly usual: ReportedUsual
  /** The first call that the window refuses all the same. */
  readonly refusedAtCall: number | null
  readonly strategies: Readonly<
    Record<ShownStrategy, ReportedCost> & Record<'anchored' | 'system_and_3', ReportedCost & MarksBill>
  >
  readonly models: readonly { readonly model: string; readonly calls: number; readonly costUsd: ReportedUsd }[]
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
