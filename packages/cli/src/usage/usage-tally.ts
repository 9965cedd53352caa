import type { Cost } from '@palimpsest/core/models'
import { addBilled, type BilledUsage, promptTokens, totalTokens } from '@palimpsest/core/tokens'

/** The counts that a provider may report for a call. */
export const buckets = ['input', 'output', 'cacheRead', 'cacheWrite', 'reasoning'] as const
export type Bucket = (typeof buckets)[number]

/** One reply of a model, or several that are known together: what it took, and what that cost. */
export interface UsageCall {
  /** @default 1 */
  readonly calls?: number
  /** Absent where the provider reported nothing, or the reply was imported. */
  readonly usage?: BilledUsage
  readonly cost: Cost
}

/** Calls added up. Counts that were not reported are never taken for 0. */
export interface UsageTally {
  readonly calls: number
  readonly usage: BilledUsage
  /** Number of calls that reported each count; if fewer than all of them, its sum is a lower bound. */
  readonly told: Readonly<Record<Bucket, number>>
  /** Prompt tokens of the calls that reported their cache reads. */
  readonly cacheablePrompt: number
  /** The price of the calls whose price is known. */
  readonly usd: number
  /** Calls whose price is not known, by reason. */
  readonly unpriced: Readonly<Record<string, number>>
}

export const emptyTally: UsageTally = {
  calls: 0,
  usage: {},
  told: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
  cacheablePrompt: 0,
  usd: 0,
  unpriced: {},
}

export function addCall(tally: UsageTally, { calls = 1, usage = {}, cost }: UsageCall): UsageTally {
  const told = Object.fromEntries(buckets.map((name) => [name, usage[name] === undefined ? 0 : calls]))
  return addTallies(tally, {
    calls,
    usage,
    told: told as UsageTally['told'],
    cacheablePrompt: usage.cacheRead === undefined ? 0 : (promptTokens(usage) ?? 0),
    usd: cost.kind === 'known' ? cost.usd : 0,
    unpriced: cost.kind === 'known' ? {} : { [cost.reason]: calls },
  })
}

export function addTallies(a: UsageTally, b: UsageTally): UsageTally {
  return {
    calls: a.calls + b.calls,
    usage: addBilled(a.usage, b.usage),
    told: {
      input: a.told.input + b.told.input,
      output: a.told.output + b.told.output,
      cacheRead: a.told.cacheRead + b.told.cacheRead,
      cacheWrite: a.told.cacheWrite + b.told.cacheWrite,
      reasoning: a.told.reasoning + b.told.reasoning,
    },
    cacheablePrompt: a.cacheablePrompt + b.cacheablePrompt,
    usd: a.usd + b.usd,
    unpriced: addCounts(a.unpriced, b.unpriced),
  }
}

function addCounts(a: UsageTally['unpriced'], b: UsageTally['unpriced']): UsageTally['unpriced'] {
  const added = Object.entries(b)
  if (added.length === 0) return a
  return { ...a, ...Object.fromEntries(added.map(([reason, calls]) => [reason, (a[reason] ?? 0) + calls])) }
}

/** Returns the number of calls without a known price. */
export function unpricedCalls({ unpriced }: UsageTally): number {
  return Object.values(unpriced).reduce((sum, calls) => sum + calls, 0)
}

/** The price of all calls that have one; nothing where none has. */
export function usdOf(tally: UsageTally): number | undefined {
  return tally.calls > unpricedCalls(tally) ? tally.usd : undefined
}

/** Returns the share of the prompt that came from the cache, where reported. */
export function hitRateOf({ usage, cacheablePrompt }: UsageTally): number | undefined {
  return usage.cacheRead === undefined || cacheablePrompt === 0 ? undefined : usage.cacheRead / cacheablePrompt
}

/** Returns a tally as a JSON document shows it: `null` is unknown. */
export function tallyJson(tally: UsageTally) {
  const { calls, usage, told, unpriced } = tally
  return {
    calls,
    tokens: {
      ...Object.fromEntries(buckets.map((name) => [name, usage[name] ?? null])),
      prompt: promptTokens(usage) ?? null,
      total: totalTokens(usage) ?? null,
    },
    callsThatTold: told,
    cacheHitRate: hitRateOf(tally) ?? null,
    costUsd: usdOf(tally) ?? null,
    callsWithoutPrice: unpriced,
  }
}
