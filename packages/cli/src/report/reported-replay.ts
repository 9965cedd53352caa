import type { Json, Receipt } from '@palimpsest/core'

/** Dollars; null where a price is not known, which is not 0. */
export type Usd = number | null

/** The ways to pay for the same conversation, dearest first. */
export const strategies = ['unmanaged', 'none', 'system_and_3', 'anchored', 'oracle'] as const
export type Strategy = (typeof strategies)[number]

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

export interface ReportedTotals {
  readonly promptTokens: number
  readonly maxPromptTokens: number
  readonly cacheRead: number
  readonly costUsd: Usd
  readonly costUnmanagedUsd: Usd
  readonly summarizerUsd: Usd
  readonly keepAliveUsd: Usd
  readonly virtualMs: number
  readonly strategies: Readonly<Record<Strategy, { readonly costUsd: Usd; readonly hitRate: number }>>
}

/** What the report reads of a replayed file; a replay's result has more. */
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
