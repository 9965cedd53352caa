import type { Window } from '../../budget/budget.ts'
import type { Message } from '../../message/message.ts'
import { hasSeal } from '../../thinking/without-thinking.ts'

/** Up to this share of the window a loop may go on as it is: the rest is for what it may still read in one step. */
const loopShare = 0.85

/**
 * The size up to which a compaction in the midst of a tool loop is put off, where the model would lose what it thought
 * in that loop; `undefined` where it thought nothing that it could lose.
 */
export function putOffTokens(
  request: readonly Message[],
  { contextTokens, maxTokens = 0 }: Window,
): number | undefined {
  const asked = request.findLastIndex(({ role }) => role === 'user')
  if (!request.slice(asked + 1).some(hasSeal)) return undefined
  return Math.floor(Math.min(contextTokens * loopShare, contextTokens - maxTokens))
}
