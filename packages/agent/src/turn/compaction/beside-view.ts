import type { CompactionRequest } from '@palimpsest/core/compaction'
import type { Session } from '@palimpsest/core/store'
import { compactedNote } from '../../base-prompt.ts'
import type { AgentParts } from '../agent.ts'
import type { NextTools } from './next-tools.ts'

/** Tokens beside the view, as a compaction is told them. */
export type TokensBeside = Pick<CompactionRequest, 'overheadTokens' | 'addedTokens' | 'leavingTokens'>

/** Counts what is sent besides the view and stored system prompt, now and once compacted, as in a request. */
export function besideView(parts: AgentParts, tip: Session, tools: NextTools): TokensBeside {
  const { counter } = parts
  const textTokens = (text = '') => (text === '' ? 0 : counter.part({ type: 'text', text }))
  const note = textTokens(compactedNote)
  const isNoted = tip.kind === 'continuation'
  const system = nextSystem(parts, tip)
  const { tokensBefore, tokensAfter } = tools
  const back = Math.max(0, tokensAfter - tokensBefore)
  return {
    overheadTokens: Math.min(tokensBefore, tokensAfter) + (isNoted ? note : 0),
    addedTokens: (isNoted ? 0 : note) + back + textTokens(system) - textTokens(tip.system),
    leavingTokens: Math.max(0, tokensBefore - tokensAfter),
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
