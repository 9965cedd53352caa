import type { AssistantMessage, Message, Part } from '@palimpsest/core/message'
import type { Counter } from '@palimpsest/core/tokens'

/** Thinking goes back to a provider only under its own seal. */
function isSent(part: Part): boolean {
  return part.type !== 'thinking' || (part.signature ?? part.redacted ?? part.encrypted) !== undefined
}

/** A message as it is sent; the very same one where nothing is left out. */
export function createSender(): (message: Message) => Message {
  const known = new WeakMap<Message, Message>()
  return (message) => {
    if (message.role !== 'assistant' || message.parts.every(isSent)) return message
    const before = known.get(message)
    if (before !== undefined) return before
    const sent: AssistantMessage = { ...message, parts: message.parts.filter(isSent) }
    known.set(message, sent)
    return sent
  }
}

/** Counts what is sent. */
export function sentCounter(counter: Counter, send: (message: Message) => Message): Counter {
  const part = (value: Part) => (isSent(value) ? counter.part(value) : 0)
  return {
    part,
    tool: counter.tool,
    message: (message) => counter.message(send(message)),
    request: (messages, tools) => counter.request(messages.map(send), tools),
  }
}
