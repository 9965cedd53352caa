import type { Session } from '@palimpsest/core/store'
import { compactedNote } from '../../base-prompt.ts'
import type { AgentParts } from '../agent.ts'
import { toolSchemas } from '../request/request.ts'

/** Counts what is sent besides the view and stored system prompt, now and once compacted, as in a request. */
export function besideView(
  parts: AgentParts,
  tip: Session,
): { readonly overheadTokens: number; readonly addedTokens: number } {
  const { counter } = parts
  const textTokens = (text = '') => (text === '' ? 0 : counter.part({ type: 'text', text }))
  const tools = toolSchemas(parts).reduce((sum, tool) => sum + counter.tool(tool), 0)
  const note = textTokens(compactedNote)
  const isNoted = tip.kind === 'continuation'
  const system = nextSystem(parts, tip)
  return {
    overheadTokens: tools + (isNoted ? note : 0),
    addedTokens: (isNoted ? 0 : note) + textTokens(system) - textTokens(tip.system),
  }
}

/** If memory cannot be read, its previous text applies; the step that writes the compaction reports it. */
function nextSystem({ memory }: AgentParts, tip: Session): string | undefined {
  try {
    return memory?.systemFor(tip) ?? tip.system
  } catch {
    return tip.system
  }
}
