import type { Message } from '@palimpsest/core/message'
import type { Counter } from '@palimpsest/core/tokens'
import type { ModelWindow } from './model-window.ts'

/** Tokens of what was said since the model last answered: nothing of it has been read yet. */
export function unansweredTokens(counter: Counter, messages: readonly Message[]): number {
  return counter.request(messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1))
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
