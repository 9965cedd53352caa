import type { PromptUsage } from '../billing/billed-request.ts'
import type { LaneCall, LaneStrategy, LaneTotal } from './lane.ts'
import type { ReplayCall, ReplayCompaction, ReplayTotals, StrategyTotal, Usd } from './replay-result.ts'
import { addUsd } from './usd.ts'

/** A call as the chosen lane paid for it, and what all lanes have paid up to then. */
export interface CallNote {
  readonly session: string
  readonly atMs: number
  readonly call: LaneCall
  readonly outputTokens: number
  readonly unmanagedTokens: number
  readonly unmanagedUsd: Usd
  readonly spent: Readonly<Record<LaneStrategy, Usd>>
}

export interface Ending {
  readonly lanes: Readonly<Record<LaneStrategy, LaneTotal>>
  readonly strategy: LaneStrategy
  readonly oracle: StrategyTotal
  readonly virtualMs: number
  readonly wallMs: number
}

/** Writes down what happens in a replay. */
export interface Tally {
  readonly calls: readonly ReplayCall[]
  readonly compactions: readonly ReplayCompaction[]
  note(call: CallNote): ReplayCall
  compacted(compaction: ReplayCompaction): void
  totals(ending: Ending): ReplayTotals
}

export function createTally(): Tally {
  const calls: ReplayCall[] = []
  const compactions: ReplayCompaction[] = []
  let unmanagedUsd: Usd = 0
  return {
    calls,
    compactions,
    note: (note) => {
      unmanagedUsd = addUsd(unmanagedUsd, note.unmanagedUsd)
      const call = callOf(note, calls.length + 1, unmanagedUsd)
      calls.push(call)
      return call
    },
    compacted: (compaction) => {
      compactions.push(compaction)
    },
    totals: (ending) => totalsOf(calls, compactions, unmanagedUsd, ending),
  }
}

function callOf(note: CallNote, n: number, unmanaged: Usd): ReplayCall {
  const { session, atMs, call, outputTokens, unmanagedTokens, spent } = note
  const { plain, read, write5m, write1h } = call.usage
  return {
    n,
    session,
    atMs,
    promptTokens: promptOf(call.usage),
    input: plain,
    cacheRead: read,
    cacheWrite: write5m + write1h,
    output: outputTokens,
    costUsd: call.costUsd,
    unmanagedTokens,
    spentUsd: { unmanaged, ...spent },
  }
}

function promptOf({ plain, read, write5m, write1h }: PromptUsage): number {
  return plain + read + write5m + write1h
}

function totalsOf(
  calls: readonly ReplayCall[],
  compactions: readonly ReplayCompaction[],
  unmanagedUsd: Usd,
  { lanes, strategy, oracle, virtualMs, wallMs }: Ending,
): ReplayTotals {
  const sum = (count: (call: ReplayCall) => number) => calls.reduce((total, call) => total + count(call), 0)
  return {
    calls: calls.length,
    promptTokens: sum(({ promptTokens }) => promptTokens),
    maxPromptTokens: calls.reduce((most, { promptTokens }) => Math.max(most, promptTokens), 0),
    input: sum(({ input }) => input),
    cacheRead: sum(({ cacheRead }) => cacheRead),
    cacheWrite: sum(({ cacheWrite }) => cacheWrite),
    output: sum(({ output }) => output),
    costUsd: lanes[strategy].costUsd,
    costWithoutCacheUsd: lanes.none.costUsd,
    costUnmanagedUsd: unmanagedUsd,
    costOracleUsd: oracle.costUsd,
    summarizerUsd: addUsd(...compactions.map(({ costUsd }) => costUsd)),
    keepAliveUsd: lanes[strategy].keepAlives.costUsd,
    virtualMs,
    wallMs,
    strategies: {
      unmanaged: { costUsd: unmanagedUsd, hitRate: 0 },
      none: strategyTotal(lanes.none),
      system_and_3: strategyTotal(lanes.system_and_3),
      anchored: strategyTotal(lanes.anchored),
      oracle,
    },
  }
}

function strategyTotal({ costUsd, promptTokens, readTokens }: LaneTotal): StrategyTotal {
  return { costUsd, hitRate: promptTokens === 0 ? 0 : readTokens / promptTokens }
}
