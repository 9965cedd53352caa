import { callsOf, type Message, type ToolMessage } from '@palimpsest/core'
import { interrupted } from './conversation.ts'

/**
 * Each result right behind its call, once, and an answer to every call. Two processes that speak in one conversation may
 * write them in any order, and no provider takes them so. The same messages where nothing is out of order.
 */
export function inOrder(messages: readonly Message[]): readonly Message[] {
  if (isInOrder(messages)) return messages
  return messages.flatMap((message, at) => {
    if (message.role === 'tool') return []
    return [message, ...callsOf(message).map(({ callId }) => resultOf(callId, messages, at) ?? interrupted(callId))]
  })
}

function isInOrder(messages: readonly Message[]): boolean {
  let open: readonly string[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.includes(message.callId)) return false
      open = open.filter((callId) => callId !== message.callId)
    } else {
      if (open.length > 0) return false
      open = callsOf(message).map(({ callId }) => callId)
    }
  }
  return open.length === 0
}

/** The last one: a stand-in may have been written before the real result. Ids may be used again by later calls. */
function resultOf(callId: ToolMessage['callId'], messages: readonly Message[], at: number): ToolMessage | undefined {
  const later = messages.slice(at + 1)
  const next = later.findIndex((message) => callsOf(message).some((call) => call.callId === callId))
  const own = next === -1 ? later : later.slice(0, next)
  return own.findLast((message): message is ToolMessage => message.role === 'tool' && message.callId === callId)
}
