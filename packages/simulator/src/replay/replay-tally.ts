import type { PromptUsage } from '../billing/billed-request.ts'
import type { OracleTotal } from './oracle.ts'
import type {
  BillStrategyTotal,
  ModelTotal,
  ReplayCall,
  ReplayCompaction,
  ReplayTotals,
  StrategyTotal,
  Usd,
  UsualBill,
} from './replay-result.ts'
import type { BillCall, BillStrategy, BillTotal } from './strategy-bill.ts'
import { addUsd } from './usd.ts'
import type { UsualTotal } from './usual.ts'

/** A call as the chosen strategy paid for it, and what all strategies have paid up to then. */
export interface CallNote {
  readonly session: string
  readonly model: string
  readonly atMs: number
  readonly call: BillCall
  readonly outputTokens: number
  readonly unmanagedTokens: number
  readonly unmanagedUsd: Usd
  readonly spent: Readonly<Record<BillStrategy | 'usual', Usd>>
}

export interface ReplayEnding {
  readonly totals: Readonly<Record<BillStrategy, BillTotal>>
  readonly strategy: BillStrategy
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
export interface ReplayTally {
  readonly calls: readonly ReplayCall[]
  readonly compactions: readonly ReplayCompaction[]
  /** Summaries that no compaction came of. */
  readonly waste: readonly Wasted[]
  note(call: CallNote): ReplayCall
  compacted(compaction: ReplayCompaction): void
  wasted(model: string, costUsd: Usd): void
  totals(ending: ReplayEnding): ReplayTotals
}

export function createTally(): ReplayTally {
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
  ending: ReplayEnding,
): ReplayTotals {
  const { totals, strategy, usual, mostTokens, oracle, virtualMs, wallMs } = ending
  const sum = (count: (call: ReplayCall) => number) => calls.reduce((total, call) => total + count(call), 0)
  return {
    calls: calls.length,
    promptTokens: sum(({ promptTokens }) => promptTokens),
    maxPromptTokens: calls.reduce((most, { promptTokens }) => Math.max(most, promptTokens), 0),
    input: sum(({ input }) => input),
    cacheRead: sum(({ cacheRead }) => cacheRead),
    cacheWrite: sum(({ cacheWrite }) => cacheWrite),
    output: sum(({ output }) => output),
    costUsd: totals[strategy].costUsd,
    costWithoutCacheUsd: totals.none.costUsd,
    costUnmanagedUsd: unmanagedUsd,
    costOracleUsd: oracle.costUsd,
    summarizerUsd: addUsd(...summaries.map(({ costUsd }) => costUsd)),
    keepAliveUsd: totals[strategy].keepAlives.costUsd,
    virtualMs,
    wallMs,
    usual: usualBill(calls, ending),
    refusedAtCall: calls.find(({ promptTokens }) => promptTokens > mostTokens)?.n ?? null,
    strategies: {
      usual: strategyTotal(usual),
      unmanaged: { costUsd: unmanagedUsd, hitRate: 0 },
      none: billTotal(totals.none),
      system_and_3: billTotal(totals.system_and_3),
      anchored: billTotal(totals.anchored),
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

function billTotal(total: BillTotal): BillStrategyTotal {
  const { hourPremiumUsd, bridgedPauses, keepAlives } = total
  return { ...strategyTotal(total), hourPremiumUsd, bridgedPauses, keepAliveUsd: keepAlives.costUsd }
}

/** Both sides are about the same work: the calls that the usual way could make. */
function usualBill(made: readonly ReplayCall[], { usual, totals, strategy }: ReplayEnding): UsualBill {
  const { costUsd, calls, endsAtCall = null, promptTokens } = usual
  const last = made[calls - 1]
  const oursUsd = endsAtCall === null ? totals[strategy].costUsd : last === undefined ? 0 : last.spentUsd[strategy]
  return { costUsd, calls, endsAtCall, oursUsd, promptTokens }
}
