import { costUsd, type ModelInfo } from '@palimpsest/core/models'
import { addBilled, type BilledUsage, promptTokens } from '@palimpsest/core/tokens'

/** The usage of a run so far. */
export interface TurnTally {
  readonly usage: BilledUsage
  readonly calls: number
  /** `undefined` as soon as one call has no known price: a part is not the whole. */
  readonly costUsd: number | undefined
  /** Of the last call; of the next one, where the view is another since, or the last one failed. */
  readonly promptTokens?: number
}

export const freshTally: TurnTally = { usage: {}, calls: 0, costUsd: 0 }

/** Adds one call of a model. */
export function tallyCall(tally: TurnTally, usage: BilledUsage, info: ModelInfo | undefined): TurnTally {
  const cost = info === undefined ? undefined : costUsd(usage, info)
  const known = cost?.kind === 'known' && tally.costUsd !== undefined
  return {
    ...tally,
    usage: addBilled(tally.usage, usage),
    calls: tally.calls + 1,
    costUsd: known ? (tally.costUsd ?? 0) + cost.usd : undefined,
  }
}

/** Adds what someone else took, such as a sub-agent. */
export function addTally(tally: TurnTally, { usage, calls, costUsd: cost }: TurnTally): TurnTally {
  const known = tally.costUsd !== undefined && cost !== undefined
  return {
    ...tally,
    usage: addBilled(tally.usage, usage),
    calls: tally.calls + calls,
    costUsd: known ? tally.costUsd + cost : undefined,
  }
}

/** Share of all prompt tokens that came from the cache; unknown before a provider counted any. */
export function cacheHitRate({ usage }: TurnTally): number | undefined {
  const all = promptTokens(usage)
  if (all === undefined || all === 0 || usage.cacheRead === undefined) return undefined
  return usage.cacheRead / all
}
