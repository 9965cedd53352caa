import type { AgentEvent, AgentParts } from './agent.ts'
import { type Learned, windowOf } from './run.ts'

/** Tells the engine which model is spoken with, and how large its window really is. */
export function tellModel(parts: AgentParts, learned: Learned, onEvent: (event: AgentEvent) => void): void {
  const { engine, model, provider } = parts
  const info = model.info ?? { id: model.name, provider: provider.route }
  try {
    engine.updateModel?.({ ...info, contextTokens: windowOf(parts, learned) })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    onEvent({ kind: 'notice', text: `The engine ${engine.name} failed (${why}). The conversation goes on.` })
  }
}
