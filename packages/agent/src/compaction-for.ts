import { type CompactionCosts, economicBudget } from '@palimpsest/core/cache'
import type { Config } from './config/schema.ts'
import type { AgentModel, AgentParts } from './turn/agent.ts'

/** The fixed part of every prompt of an agent: tools, system prompt and the first messages. */
export interface FixedPrompt {
  readonly fixedTokens: number
  /** The writer of summaries, and its price. */
  readonly summariser: CompactionCosts['summariser']
}

/** When and how far to compress with this model, as the configuration wants it. */
export function compactionFor(
  { compression }: Config,
  model: AgentModel,
  prompt: FixedPrompt,
): AgentParts['compaction'] {
  const { enabled, threshold, target_ratio, protect_last_n, protect_first_n, trigger } = compression
  const options = { threshold, targetRatio: target_ratio, protectLastN: protect_last_n, protectFirstN: protect_first_n }
  if (trigger === 'fraction') return { enabled, ...options }
  const prices = model.info?.prices
  const { thresholdTokens } = economicBudget({ window: model, options, prices, ...prompt })
  const share = thresholdTokens / model.contextTokens
  return { enabled, ...options, threshold: share, soonerWhenCold: prices !== undefined }
}
