import { type Budget, deriveBudget } from '@palimpsest/core/budget'
import { economicBudget } from '@palimpsest/core/cache'
import { bindsThinking, createCatalogue, type ModelInfo } from '@palimpsest/core/models'
import type { ContextParts } from './conversation-memory.ts'

/** Where nobody knows the window of a model, one of this size is assumed: few that run agents have less. */
const assumedTokens = 128_000

/** An answer is not reserved more than this share of the window, whatever was asked for. */
const mostAnswerShare = 0.5

const models = createCatalogue()

/** The model of a request, and how its window is divided. */
export interface ModelWindow {
  readonly name: string
  readonly info: ModelInfo | undefined
  readonly contextTokens: number
  readonly maxTokens: number
  readonly budget: Budget
  /** It takes its thinking back only behind the very conversation that it was written in. */
  readonly binds: boolean
}

/** Finds the window of the model that a request is for. */
export function modelWindow(
  { settings, limits }: Pick<ContextParts, 'settings' | 'limits'>,
  name: string | undefined,
  asked: { readonly maxTokens?: number | undefined; readonly fixedTokens: number },
): ModelWindow {
  const model = name ?? 'unknown'
  const info = models.find(model)
  const told = settings.contextLength ?? info?.contextTokens ?? assumedTokens
  const contextTokens = Math.min(told, limits.get(model) ?? told)
  const maxTokens = Math.min(asked.maxTokens ?? 0, Math.floor(contextTokens * mostAnswerShare))
  const window = { contextTokens, maxTokens }
  const options = settings.budget
  // What code writes costs nothing; what another model writes is taken to cost little.
  const summariser =
    settings.summarizer === 'main' ? ({ kind: 'main' } as const) : ({ kind: 'other', price: 0.05 } as const)
  const { fixedTokens } = asked
  const budget =
    settings.trigger === 'economic'
      ? economicBudget({ window, options, prices: info?.prices, summariser, fixedTokens })
      : deriveBudget(window, options)
  return { name: model, info, ...window, budget, binds: bindsThinking(model, info) }
}

/** Of what a window has beside the answer, the last part is left to what cannot be counted. */
const usableShare = 0.95

/**
 * The same model with room of its own for what it has not read yet, as far as the window allows. A host offers no tool to
 * read it with, so a compaction is about what was answered, and what was not stays whole.
 */
export function withRoomFor(model: ModelWindow, unansweredTokens: number): ModelWindow {
  const { budget, contextTokens, maxTokens } = model
  const { thresholdTokens, targetTokens, tailTokens } = budget
  const usable = Math.floor((contextTokens - maxTokens) * usableShare)
  const more = Math.max(0, Math.min(unansweredTokens, usable - thresholdTokens))
  return {
    ...model,
    budget: {
      ...budget,
      thresholdTokens: thresholdTokens + more,
      targetTokens: targetTokens + more,
      tailTokens: tailTokens + more,
    },
  }
}
