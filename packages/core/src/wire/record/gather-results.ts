import { callsOf } from '../../message/group.ts'
import type { CallId, Message } from '../../message/message.ts'

/** Moves each result up to the message that made its call, past anything that was written in between. */
export function gatherResults(messages: readonly Message[]): readonly Message[] {
  const groups: Message[][] = []
  const open = new Map<CallId, Message[]>()
  for (const message of messages) {
    const asked = message.role === 'tool' ? open.get(message.callId) : undefined
    if (asked !== undefined && message.role === 'tool') {
      asked.push(message)
      open.delete(message.callId)
      continue
    }
    const group = [message]
    groups.push(group)
    for (const call of callsOf(message)) open.set(call.callId, group)
  }
  return groups.flat()
}
