import { type Attempts, nextAttempt, type Refusal, readRefusal } from '@palimpsest/core/overflow'
import { readRefusalFacts } from '../wire/read-refusal-facts.ts'
import type { ContextParts } from './conversation-memory.ts'
import type { ModelWindow } from './model-window.ts'
import type { Recovery } from './prepare-body.ts'

/** A request that was refused, and the attempts so far. */
export interface RefusedBody {
  readonly body: object
  readonly model: ModelWindow
  readonly attempts: Attempts
}

/** What to try next, and the attempts with it; `undefined` where nothing that we may do would help. */
export function recover(
  { settings, limits }: ContextParts,
  { body, model, attempts }: RefusedBody,
  error: unknown,
): { readonly recovery: Recovery; readonly attempts: Attempts } | undefined {
  const { promptTokens } = attempts
  const { contextTokens, maxTokens } = model
  const refusal = readRefusal(readRefusalFacts(error), {
    promptTokens,
    contextTokens,
    ...(maxTokens > 0 && { maxTokens }),
  })
  if (refusal.kind === 'input-too-long' && refusal.limitTokens !== undefined && !refusal.isGuess)
    limits.set(model.name, Math.min(refusal.limitTokens, limits.get(model.name) ?? refusal.limitTokens))
  const next = nextAttempt(attempts, refusal)
  switch (next.step.kind) {
    case 'compact':
      return { recovery: { mostTokens: next.step.budgetTokens }, attempts: next.attempts }
    case 'drop-thinking':
      return { recovery: { refused: { body, ...placeOf(refusal) } }, attempts: next.attempts }
    case 'lower-output':
      // The limit of the answer is the caller's: room is made for it instead.
      if (!settings.isEnabled) return undefined
      return { recovery: { mostTokens: Math.max(1_000, contextTokens - maxTokens) }, attempts: next.attempts }
    case 'wait':
    case 'give-up':
      return undefined
  }
}

function placeOf(refusal: Refusal): { readonly place?: string } {
  return refusal.kind === 'seal-refused' && refusal.place !== undefined ? { place: refusal.place } : {}
}
