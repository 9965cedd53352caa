import type { Message } from '@palimpsest/core/message'
import type { Beside } from './beside-history.ts'
import type { ConversationMemory } from './conversation-memory.ts'
import { nearestLine } from './follow-host.ts'

/** A title or a verdict is asked for with a message or two. */
const fewMessages = 2

/**
 * True for a question that a host asks beside its conversation, such as one for a title or for a summary of its own: other
 * instructions, and no tools where the conversation has some; or, where it has none, few messages that have nothing to do
 * with it.
 */
export function isSideCall(memory: ConversationMemory, history: readonly Message[], beside: Beside): boolean {
  const main = memory.lines.reduce<(typeof memory.lines)[number] | undefined>((longest, state) => {
    if (state.beside === undefined) return longest
    return longest === undefined || state.line.log.length >= longest.line.log.length ? state : longest
  }, undefined)
  if (main?.beside === undefined || beside.hasTools || main.beside.systemPrint === beside.systemPrint) return false
  if (main.beside.hasTools) return true
  if (history.length > fewMessages || main.line.log.length < fewMessages) return false
  return (nearestLine(memory, history)?.common ?? 0) === 0
}
