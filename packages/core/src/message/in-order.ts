import { callsOf } from './group.ts'
import type { Message, ToolMessage } from './message.ts'

/**
 * Each result right behind its call, once, and an answer to every call. Two processes that speak in one conversation may
 * write them in any order, and no provider takes them so. The same messages where nothing is out of order.
 */
export function inOrder(messages: readonly Message[]): readonly Message[] {
  if (isInOrder(messages)) return messages
  return messages.flatMap((message, at) => {
    if (message.role === 'tool') return []
    return [message, ...resultsOf(message, messages.slice(at + 1))]
  })
}

/** The same, but calls at the very end that have no result yet stay open: theirs may be to come. */
export function inOrderSoFar(messages: readonly Message[]): readonly Message[] {
  const mended = inOrder(messages)
  const last = messages.findLast(({ role }) => role !== 'tool')
  if (last === undefined || callsOf(last).length === 0) return mended
  const real = new Set(messages)
  const end = mended.findLastIndex(({ role }) => role !== 'tool') + 1
  return [...mended.slice(0, end), ...mended.slice(end).filter((message) => real.has(message))]
}

/** The result of a call that nobody waited for. */
export function interrupted(callId: ToolMessage['callId']): ToolMessage {
  const text = '[The run was interrupted before this call ended. Check what it did before repeating it.]'
  return { role: 'tool', callId, parts: [{ type: 'text', text }], isError: true }
}

function isInOrder(messages: readonly Message[]): boolean {
  let open: readonly string[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      const answered = open.indexOf(message.callId)
      if (answered === -1) return false
      open = open.toSpliced(answered, 1)
    } else {
      if (open.length > 0) return false
      open = callsOf(message).map(({ callId }) => callId)
    }
  }
  return open.length === 0
}

/** Calls that share an id have its results in turn. */
function resultsOf(message: Message, later: readonly Message[]): readonly ToolMessage[] {
  const ids = callsOf(message).map(({ callId }) => callId)
  return ids.map((callId, i) => {
    const sharing = ids.filter((id) => id === callId).length
    const nth = ids.slice(0, i).filter((id) => id === callId).length
    return answersTo(callId, later).slice(-sharing)[nth] ?? interrupted(callId)
  })
}

/** The last ones count: a placeholder may have been written before the real result. Later calls may reuse ids. */
function answersTo(callId: ToolMessage['callId'], later: readonly Message[]): readonly ToolMessage[] {
  const next = later.findIndex((message) => callsOf(message).some((call) => call.callId === callId))
  const own = next === -1 ? later : later.slice(0, next)
  return own.filter((message): message is ToolMessage => message.role === 'tool' && message.callId === callId)
}
