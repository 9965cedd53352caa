import { callsOf } from '../message/group.ts'
import { type AssistantMessage, type CallId, callId, type Message } from '../message/message.ts'

interface Named {
  readonly said: CallId
  readonly own: CallId
}

/**
 * The same messages with ids that no two calls share; results behind a call follow it. What comes later changes nothing
 * before it, so a history that grows is written the same again.
 */
export function uniqueIds(messages: readonly Message[]): readonly Message[] {
  const used = new Set<string>()
  let open: readonly Named[] = []
  return messages.map((message) => {
    if (message.role === 'tool') {
      const answered = open.find(({ said }) => said === message.callId)
      open = open.filter((call) => call !== answered)
      return answered === undefined || answered.own === answered.said ? message : { ...message, callId: answered.own }
    }
    open = callsOf(message).map((call) => ({ said: call.callId, own: unused(call.callId, used) }))
    return message.role === 'assistant' ? named(message, open) : message
  })
}

function named(message: AssistantMessage, calls: readonly Named[]): AssistantMessage {
  if (calls.every(({ said, own }) => said === own)) return message
  const ids = calls.map(({ own }) => own)
  return {
    ...message,
    parts: message.parts.map((part) =>
      part.type === 'tool-call' ? { ...part, callId: ids.shift() ?? part.callId } : part,
    ),
  }
}

function unused(id: CallId, used: Set<string>): CallId {
  let own: string = id
  for (let n = 2; used.has(own); n++) own = `${id}_${n}`
  used.add(own)
  return callId(own)
}
