import { deriveBudget } from '@palimpsest/core/budget'
import { isWarm } from '@palimpsest/core/cache'
import type { SummaryModel } from '@palimpsest/core/engine'
import { createSummaryModel } from '../../provider/summary-model.ts'
import { fitModel, forSummaries } from '../request/fit-model.ts'
import { prepare } from '../request/request.ts'
import { type Learned, type TurnContext, windowOf } from '../turn-context.ts'

/** More than the question for a summary takes. */
const questionTokens = 3_000

/**
 * The model that is spoken with as a writer of summaries, on top of the next request: what it has cached of it need not
 * be paid again. `undefined` where nothing of it is cached, or nothing would fit on top, or others are to write.
 */
export async function liveModel(context: TurnContext, learned: Learned): Promise<SummaryModel | undefined> {
  const { parts, conversation } = context
  const { provider, model, compaction, now } = parts
  if (!parts.summariesOnPrompt || context.sent() === undefined || !isWarm(learned.cache, now())) return undefined
  const { messages, tools, promptTokens } = await prepare(parts, conversation, learned)
  const window = windowOf(parts, learned)
  const fitted = forSummaries(fitModel(model, window))
  const contextTokens = window - promptTokens
  const maxTokens = Math.min(fitted.maxTokens, contextTokens - questionTokens)
  if (maxTokens < deriveBudget(fitted, compaction).summaryTokens) return undefined
  return createSummaryModel(provider, {
    model: model.name,
    size: () => ({ contextTokens, maxTokens }),
    live: { messages, tools },
    onUsage: (usage) => context.onUnkept(usage, model),
  })
}
