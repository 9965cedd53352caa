import type { Pauses } from '@palimpsest/core/cache'
import type { ListedNames, Receipt } from '@palimpsest/core/engine'
import type { Json } from '@palimpsest/core/json'

/** Dollars; null where a price is not known, which is not 0. */
export type Usd = number | null

/**
 * The ways to pay for the same conversation that a replay compares. `usual` caches as most do and compacts nothing,
 * so it goes no further than the window; `unmanaged` neither compacts nor caches, regardless of the window.
 */
export const strategies = ['usual', 'unmanaged', 'none', 'system_and_3', 'anchored', 'oracle'] as const
export type Strategy = (typeof strategies)[number]

/** One call of the provider, as it was billed. */
export interface ReplayCall {
  /** From 1. */
  readonly n: number
  readonly session: string
  /** The model that was asked, and is paid. */
  readonly model: string
  /** Since the replay began, on its virtual clock. */
  readonly atMs: number
  /** `input + cacheRead + cacheWrite`. */
  readonly promptTokens: number
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
  readonly costUsd: Usd
  /** The prompt tokens there would have been without compaction. */
  readonly unmanagedTokens: number
  /** All calls so far, their summaries included; `usual` pays nothing more once it has ended. The oracle judges in hindsight and has no running sum. */
  readonly spentUsd: Readonly<Record<Exclude<Strategy, 'oracle'>, Usd>>
}

/** A compaction, and the call that was the first to profit from it. */
export interface ReplayCompaction extends Omit<Receipt, 'costUsd'> {
  readonly costUsd: Usd
  readonly beforeCall: number
  /** Since the replay began, on its virtual clock. */
  readonly atMs: number
  /** The model's view right after it, in OpenAI Chat format. Only present when requested. */
  readonly view?: readonly Json[]
  /** The names that its index lists, spelt out. Only present with the view. */
  readonly index?: ListedNames
}

/** The bill of one strategy for all calls, summaries included. */
export interface StrategyTotal {
  readonly costUsd: Usd
  /** The share of prompt tokens that were read from the cache; for the oracle, that could have been. */
  readonly hitRate: number
}

/** The same for a way that was billed request by request. */
export interface BillStrategyTotal extends StrategyTotal {
  /** The extra cost of writing for an hour rather than for five minutes. */
  readonly hourPremiumUsd: Usd
  /** Silences of five minutes or more after which an entry that lives an hour was read. */
  readonly bridgedPauses: number
  readonly keepAliveUsd: Usd
}

/** The bill without context management: nothing compacted, the usual cache, until the window refuses. */
export interface UsualBill {
  readonly costUsd: Usd
  /** Number of calls that could be made. */
  readonly calls: number
  /** The first call whose prompt is refused; null where all fit. */
  readonly endsAtCall: number | null
  /** The amount the chosen strategy had paid up to and including the same calls; its whole bill if all fit. */
  readonly oursUsd: Usd
  /** Of all calls that could be made. */
  readonly promptTokens: number
}

/** The cost of one model's calls with the chosen strategy; summaries and keep-alives come on top. */
export interface ModelTotal {
  readonly model: string
  readonly calls: number
  readonly costUsd: Usd
}

export interface ReplayTotals {
  readonly calls: number
  readonly promptTokens: number
  readonly maxPromptTokens: number
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
  /** With the strategy that was chosen: all calls, `summarizerUsd` and `keepAliveUsd` together. */
  readonly costUsd: Usd
  /** The same requests without a cache. */
  readonly costWithoutCacheUsd: Usd
  /** No compaction, no cache. */
  readonly costUnmanagedUsd: Usd
  /** The least that any placement of breakpoints could have paid for the same requests. */
  readonly costOracleUsd: Usd
  readonly summarizerUsd: Usd
  /** Requests that were sent only to keep the cache warm while nobody spoke. */
  readonly keepAliveUsd: Usd
  /** Duration of the conversation on the virtual clock. */
  readonly virtualMs: number
  /** Duration of the replay. */
  readonly wallMs: number
  readonly usual: UsualBill
  /** The first call whose prompt the window refuses for all that was compacted; null where all fit. */
  readonly refusedAtCall: number | null
  readonly strategies: Readonly<
    Record<'usual' | 'unmanaged' | 'oracle', StrategyTotal> &
      Record<'none' | 'system_and_3' | 'anchored', BillStrategyTotal>
  >
  readonly models: readonly ModelTotal[]
}

/** A transcript as it would have gone: the document that `palimpsest replay --json` prints for a file. */
export interface ReplayResult {
  readonly file: string
  readonly conversation: string
  readonly model: string
  readonly contextLength: number
  readonly thresholdTokens: number
  /** The strategy of `calls` and of `totals.costUsd`. */
  readonly cacheStrategy: Exclude<Strategy, 'usual' | 'unmanaged' | 'oracle'>
  /** The way pauses were made, e.g. `human:1`. */
  readonly gap: string
  readonly calls: readonly ReplayCall[]
  readonly compactions: readonly ReplayCompaction[]
  readonly totals: ReplayTotals
  /** The pauses people made, from which a planner learns for the conversations after this one. */
  readonly pauses: Pauses
  /** The messages the model would see next, in OpenAI Chat format. */
  readonly final: { readonly messages: readonly Json[] }
  /** Notices the user would have received, and the assumptions made. */
  readonly notices: readonly string[]
}
