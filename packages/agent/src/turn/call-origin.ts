import { calledTool } from '@palimpsest/core/compaction'
import type { EntryId } from '@palimpsest/core/log'
import { callsOf } from '@palimpsest/core/message'
import type { CallOrigin } from '../tools/agent-tool.ts'
import type { TurnConversation } from './turn-conversation.ts'

/** Locates a message with calls, and lists what the model had read in this turn before it wrote it. */
export async function callOrigin(conversation: TurnConversation, message: EntryId): Promise<CallOrigin> {
  const { session, view } = await conversation.standing()
  const at = view.findIndex(({ id }) => id === message)
  const before = view.slice(0, Math.max(at, 0))
  const asked = before.findLastIndex(({ message: { role } }) => role === 'user')
  const calls = before.slice(asked + 1).flatMap(({ message }) => callsOf(message))
  const index = view[at]?.index
  return {
    conversation: session.conversation,
    ...(index !== undefined && { message: index }),
    after: [...new Set(calls.map((call) => calledTool(call).name))],
  }
}
