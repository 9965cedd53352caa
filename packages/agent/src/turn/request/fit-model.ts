import type { AgentModel } from '../agent.ts'

/** Enough for a long answer; more would only lower the room that is left for the prompt. */
export const mostOutput = 16_000

/** An answer takes at most this share of a window, unless the user wants it longer. */
export const outputShare = 1 / 4

/** A model in the window that it really has: where that is smaller than believed, so is the longest answer. */
export function fitModel(model: AgentModel, contextTokens: number): AgentModel {
  if (contextTokens >= model.contextTokens) return model
  return { ...model, contextTokens, maxTokens: Math.min(model.maxTokens, Math.floor(contextTokens * outputShare)) }
}

/** A model that is to write summaries: how long answers to the user may be says nothing about them. */
export function forSummaries(model: AgentModel): AgentModel {
  const most = Math.min(model.info?.maxOutputTokens ?? mostOutput, Math.floor(model.contextTokens * outputShare))
  return { ...model, maxTokens: Math.max(model.maxTokens, most) }
}
