import type { Shown } from '../../contract/occasion.ts'
import { isDeclined } from '../../message/declined.ts'
import type { ToolMessage } from '../../message/message.ts'
import type { CallFacts } from './call-facts.ts'

/** Results of calls that were declined or failed, by `undoneKey`: some models use an id again for a later call. */
export function undoneCalls(items: readonly Shown[]): ReadonlyMap<string, ToolMessage> {
  const askedIn = new Map<string, string>()
  const undone = new Map<string, ToolMessage>()
  for (const { id, message } of items) {
    if (message.role === 'assistant') {
      for (const part of message.parts) if (part.type === 'tool-call') askedIn.set(part.callId, id)
    } else if (message.role === 'tool' && (message.isError === true || isDeclined(message))) {
      undone.set(undoneKey(askedIn.get(message.callId), message.callId), message)
    }
  }
  return undone
}

/** Names a call by the entry it is in and its id. */
export function undoneKey(entry: string | undefined, callId: string): string {
  return `${entry} ${callId}`
}

/** A call that did nothing only mentions the files it would have written. A command that fails may have done a part. */
export function doneBy(facts: CallFacts, undone: ToolMessage | undefined): CallFacts {
  if (undone === undefined || (facts.command !== undefined && !isDeclined(undone))) return facts
  const touches = facts.touches.map((file) => (file.touch === 'read' ? file : { ...file, touch: 'mentioned' as const }))
  return { ...facts, touches }
}
