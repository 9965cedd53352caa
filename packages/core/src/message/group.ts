import type { AssistantMessage, CallId, Message, ToolCallPart } from './message.ts'

/**
 * Messages that stay or go together: an assistant message with calls and every result that follows it, or any other
 * message alone. `start` is the index of the first in the history it was read from.
 */
export interface Group {
  readonly start: number
  readonly messages: readonly Message[]
  /** Calls that no message of the group answers: pending at the end of a history, lost anywhere else. */
  readonly unanswered: readonly CallId[]
  /** Results in the group that answer none of its calls. */
  readonly orphans: readonly CallId[]
}

/** Splits a history into groups. Joined again, they are the history. */
export function groups(history: readonly Message[]): readonly Group[] {
  const found: Group[] = []
  let start = 0
  while (start < history.length) {
    const end = endOfGroup(history, start)
    found.push(group(history.slice(start, end), start))
    start = end
  }
  return found
}

export function callsOf(message: Message): readonly ToolCallPart[] {
  return message.role === 'assistant' ? callsIn(message) : []
}

function callsIn(message: AssistantMessage): readonly ToolCallPart[] {
  return message.parts.filter((part) => part.type === 'tool-call')
}

/** Results belong to the message before them, even when they answer nothing there: they may not open a history. */
function endOfGroup(history: readonly Message[], start: number): number {
  let end = start + 1
  while (history[end]?.role === 'tool') end++
  return end
}

function group(messages: readonly Message[], start: number): Group {
  const asked = messages.flatMap(callsOf).map((call) => call.callId)
  const answered = messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []))
  return {
    start,
    messages,
    unanswered: asked.filter((id) => !answered.includes(id)),
    orphans: answered.filter((id) => !asked.includes(id)),
  }
}
