import type { AgentEvent, AgentParts } from './agent.ts'
import { type Learned, windowOf } from './turn-context.ts'

/** Notifies engine and line of the current model, and of the real size of its window. */
export function tellModel(parts: AgentParts, learned: Learned, onEvent: (event: AgentEvent) => void): void {
  const { engine, model, provider } = parts
  const contextTokens = windowOf(parts, learned)
  parts.onWindow?.(contextTokens)
  const info = model.info ?? { id: model.name, provider: provider.route }
  try {
    engine.updateModel?.({ ...info, contextTokens })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    onEvent({ kind: 'notice', text: `The engine ${engine.name} failed (${why}). The conversation goes on.` })
  }
}
