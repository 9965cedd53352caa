import type { Prices } from '../models/model-info.ts'

/** The factors that make a compaction cheap or expensive. Costs are in plain input tokens of the main model. */
export interface CompactionCosts {
  /** Price of a cached token, relative to plain input. */
  readonly readRate: number
  /** Price of a written token. @default 1.25 */
  readonly writeRate?: number
  /** Price of an output token. @default 5 */
  readonly outputRate?: number
  /** The summariser: the main model on the warm prefix, or another one at `price` of the main model's. */
  readonly summariser: { readonly kind: 'main' } | { readonly kind: 'other'; readonly price: number }
  readonly summaryTokens: number
  readonly tailTokens: number
  /** Tokens read again after a compaction because they were forgotten. @default 50_000 */
  readonly reworkTokens?: number
}

/** Until measured, a compaction is charged with this much work done twice. */
const defaultRework = 50_000

/**
 * The size at which compacting costs least per call if a prompt grows from `keptTokens` by `growthTokens` a call: the
 * dearer reads of a long prompt against the price of compacting more often.
 */
export function cheapestThreshold(keptTokens: number, growthTokens: number, costs: CompactionCosts): number {
  const { readRate, summariser } = costs
  const reading = summariser.kind === 'main' ? readRate * keptTokens : (summariser.price * keptTokens) / 2
  const fee = reading + writing(costs) + rewriting(costs) + (costs.reworkTokens ?? defaultRework)
  return keptTokens + Math.sqrt((2 * growthTokens * fee) / readRate)
}

function writing({ outputRate = 5, summaryTokens, summariser }: CompactionCosts): number {
  return outputRate * summaryTokens * (summariser.kind === 'main' ? 1 : summariser.price)
}

function rewriting({ writeRate = 1.25, summaryTokens, tailTokens }: CompactionCosts): number {
  return writeRate * (summaryTokens + tailTokens)
}

/** Below this multiple of what it would leave, a compaction frees too little to be worth what it forgets. */
export const leastGain = 1.4

/** A margin for estimates that are a little low. */
const cliffShare = 0.95

/** The window that keeps a prompt below a price cliff, where every token of it would cost more. */
export function cliffWindow(windowTokens: number, prices?: Prices): number {
  const cliff = prices?.above?.promptTokens
  return cliff === undefined ? windowTokens : Math.min(windowTokens, Math.floor(cliffShare * cliff))
}
