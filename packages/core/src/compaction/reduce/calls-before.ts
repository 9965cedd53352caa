import type { AssistantMessage, CallId, Message, ToolCallPart } from '../../message/message.ts'
import { sliceWhole } from '../../text/slice-whole.ts'
import type { DraftItem } from '../plan/view-draft.ts'

/** A call, and the messages in which its reason may be said. */
export interface CallInfo {
  readonly call: ToolCallPart
  readonly by: AssistantMessage
  /** The message right before it. */
  readonly before: Message | undefined
}

/** The call that each result answers, by id; a model may use an id twice, so the newest call before it counts. */
export function callsBefore(items: readonly DraftItem[]): (at: number) => CallInfo | undefined {
  const calls: (CallInfo | undefined)[] = []
  const open = new Map<CallId, CallInfo>()
  let before: Message | undefined
  for (const { message } of items) {
    if (message.role === 'assistant')
      for (const part of message.parts)
        if (part.type === 'tool-call') open.set(part.callId, { call: part, by: message, before })
    calls.push(message.role === 'tool' ? open.get(message.callId) : undefined)
    before = message
  }
  return (at) => calls[at]
}

/** The end of what is said before a call that is looked at. */
const saidChars = 200

/** What the assistant said with a call, or the user right before it. */
export function saidBefore({ by, before }: CallInfo): string {
  const own = textIn(by)
  const said = own === '' && before?.role === 'user' ? textIn(before) : own
  return sliceWhole(said, Math.max(0, said.length - saidChars))
}

function textIn({ parts }: Message): string {
  for (const part of parts.toReversed()) if (part.type === 'text' && part.text.trim() !== '') return part.text
  return ''
}
