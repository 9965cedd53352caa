import { type BudgetOptions, budgetDefaults } from './budget-options.ts'

/** The limits of a request, in tokens of the counter that it is measured with. */
export interface Budget {
  readonly contextTokens: number
  /** At this size a request is to be compressed. */
  readonly thresholdTokens: number
  /** The size that a compaction aims at: well below the threshold, so that the next one is far off. */
  readonly targetTokens: number
  readonly tailTokens: number
  /** The largest summary. */
  readonly summaryTokens: number
  /** The largest index of facts under a summary. */
  readonly indexTokens: number
  readonly protectLastN: number
  readonly protectFirstN: number
}

/** The window of the main model, and what its answers take of it. */
export interface Window {
  readonly contextTokens: number
  /** Reserved for the answer. @default none */
  readonly maxTokens?: number
}

/**
 * Beside the tail stay the beginning, a summary and an index. Each compaction makes the provider read the rest of the prompt
 * anew, so it pays to go down far and rarely: 45 replayed sessions cost 2 to 4 % less than with a target of half of the
 * threshold, and showed as many of the names that were needed next.
 */
const besideTail = 0.25
const mostTargetShare = 0.9
const leastSummaryTokens = 2_000
const mostSummaryTokens = 12_000
const mostSummaryShare = 0.05
/** Enough for some six hundred paths, four hundred names and thirty facts; in a small window no more than a tenth of it. */
const mostIndexTokens = 6_500
const mostIndexShare = 0.1
/** A request that fills all but the answer's room leaves nothing for what we cannot count. */
const usableShare = 0.95

/** Derives every number from the window at once, so that none is ever left over from another window. */
export function deriveBudget({ contextTokens, maxTokens = 0 }: Window, options: BudgetOptions = {}): Budget {
  const { threshold, targetRatio, protectLastN, protectFirstN } = { ...budgetDefaults, ...options }
  const usable = Math.max(1, Math.floor((contextTokens - maxTokens) * (maxTokens > 0 ? usableShare : 1)) - 1)
  const thresholdTokens = Math.max(1, Math.min(Math.floor(contextTokens * threshold), usable))
  return {
    contextTokens,
    thresholdTokens,
    targetTokens: Math.floor(thresholdTokens * Math.min(mostTargetShare, targetRatio + besideTail)),
    tailTokens: Math.floor(thresholdTokens * targetRatio),
    summaryTokens: Math.floor(Math.min(contextTokens * mostSummaryShare, mostSummaryTokens, thresholdTokens / 2)),
    indexTokens: Math.floor(Math.min(contextTokens * mostIndexShare, mostIndexTokens, thresholdTokens / 5)),
    protectLastN,
    protectFirstN,
  }
}

/**
 * The same budget in the measure of a counter that finds less than the provider does, by this ratio: who plans by that
 * counter then comes down as far as was meant. What a summary and an index may take stays.
 */
export function inOwnMeasure(budget: Budget, ratio: number): Budget {
  const own = (tokens: number) => Math.floor(tokens / ratio)
  return {
    ...budget,
    contextTokens: own(budget.contextTokens),
    thresholdTokens: own(budget.thresholdTokens),
    targetTokens: own(budget.targetTokens),
    tailTokens: own(budget.tailTokens),
  }
}

/** Returns how long a summary of this much text should be. */
export function summarySize(budget: Budget, contentTokens: number): number {
  return Math.min(Math.max(Math.floor(contentTokens * 0.2), leastSummaryTokens), budget.summaryTokens)
}
