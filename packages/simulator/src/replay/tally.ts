import type { PromptUsage } from '../billing/billed-request.ts'
import type { LaneCall, LaneStrategy, LaneTotal } from './lane.ts'
import type { OracleTotal } from './oracle.ts'
import type {
  LaneStrategyTotal,
  ModelTotal,
  ReplayCall,
  ReplayCompaction,
  ReplayTotals,
  StrategyTotal,
  Usd,
  UsualBill,
} from './replay-result.ts'
import { addUsd } from './usd.ts'
import type { UsualTotal } from './usual.ts'

/** A call as the chosen lane paid for it, and what all lanes have paid up to then. */
export interface CallNote {
  readonly session: string
  readonly model: string
  readonly atMs: number
  readonly call: LaneCall
  readonly outputTokens: number
  readonly unmanagedTokens: number
  readonly unmanagedUsd: Usd
  readonly spent: Readonly<Record<LaneStrategy | 'usual', Usd>>
}

export interface Ending {
  readonly lanes: Readonly<Record<LaneStrategy, LaneTotal>>
  readonly strategy: LaneStrategy
  readonly usual: UsualTotal
  /** A longer prompt is refused. */
  readonly mostTokens: number
  readonly oracle: OracleTotal
  readonly virtualMs: number
  readonly wallMs: number
}

/** The amount paid to a model for nothing. */
export interface Wasted {
  readonly model: string
  readonly costUsd: Usd
}

/** Writes down what happens in a replay. */
export interface Tally {
  readonly calls: readonly ReplayCall[]
  readonly compactions: readonly ReplayCompaction[]
  /** Summaries that no compaction came of. */
  readonly waste: readonly Wasted[]
  note(call: CallNote): ReplayCall
  compacted(compaction: ReplayCompaction): void
  wasted(model: string, costUsd: Usd): void
  totals(ending: Ending): ReplayTotals
}

export function createTally(): Tally {
  const calls: ReplayCall[] = []
  const compactions: ReplayCompaction[] = []
  const waste: Wasted[] = []
  let unmanagedUsd: Usd = 0
  return {
    calls,
    compactions,
    waste,
    note: (note) => {
      unmanagedUsd = addUsd(unmanagedUsd, note.unmanagedUsd)
      const call = callOf(note, calls.length + 1, unmanagedUsd)
      calls.push(call)
      return call
    },
    compacted: (compaction) => {
      compactions.push(compaction)
    },
    wasted: (model, costUsd) => {
      if (costUsd !== 0) waste.push({ model, costUsd })
    },
    totals: (ending) => totalsOf(calls, [...compactions, ...waste], unmanagedUsd, ending),
  }
}

function callOf(note: CallNote, n: number, unmanaged: Usd): ReplayCall {
  const { session, model, atMs, call, outputTokens, unmanagedTokens, spent } = note
  const { plain, read, write5m, write1h } = call.usage
  return {
    n,
    session,
    model,
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
  summaries: readonly { readonly costUsd: Usd }[],
  unmanagedUsd: Usd,
  ending: Ending,
): ReplayTotals {
  const { lanes, strategy, usual, mostTokens, oracle, virtualMs, wallMs } = ending
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
    summarizerUsd: addUsd(...summaries.map(({ costUsd }) => costUsd)),
    keepAliveUsd: lanes[strategy].keepAlives.costUsd,
    virtualMs,
    wallMs,
    usual: usualBill(calls, ending),
    refusedAtCall: calls.find(({ promptTokens }) => promptTokens > mostTokens)?.n ?? null,
    strategies: {
      usual: strategyTotal(usual),
      unmanaged: { costUsd: unmanagedUsd, hitRate: 0 },
      none: laneTotal(lanes.none),
      system_and_3: laneTotal(lanes.system_and_3),
      anchored: laneTotal(lanes.anchored),
      oracle: strategyTotal(oracle),
    },
    models: modelTotals(calls),
  }
}

/** In the order in which they were first asked. */
function modelTotals(calls: readonly ReplayCall[]): readonly ModelTotal[] {
  const totals = new Map<string, ModelTotal>()
  for (const { model, costUsd } of calls) {
    const before = totals.get(model) ?? { model, calls: 0, costUsd: 0 }
    totals.set(model, { model, calls: before.calls + 1, costUsd: addUsd(before.costUsd, costUsd) })
  }
  return [...totals.values()]
}

function strategyTotal({ costUsd, promptTokens, readTokens }: OracleTotal): StrategyTotal {
  return { costUsd, hitRate: promptTokens === 0 ? 0 : readTokens / promptTokens }
}

function laneTotal(lane: LaneTotal): LaneStrategyTotal {
  const { hourPremiumUsd, bridgedPauses, keepAlives } = lane
  return { ...strategyTotal(lane), hourPremiumUsd, bridgedPauses, keepAliveUsd: keepAlives.costUsd }
}

/** Both sides are about the same work: the calls that the usual way could make. */
function usualBill(made: readonly ReplayCall[], { usual, lanes, strategy }: Ending): UsualBill {
  const { costUsd, calls, endsAtCall = null, promptTokens } = usual
  const last = made[calls - 1]
  const oursUsd = endsAtCall === null ? lanes[strategy].costUsd : last === undefined ? 0 : last.spentUsd[strategy]
  return { costUsd, calls, endsAtCall, oursUsd, promptTokens }
}
