import type { AssistantMessage, Format, Message, Part } from '@palimpsest/core/message'

/**
 * Leaves out thinking that led to nothing, and messages that are nothing else: no provider takes them back. The
 * same message is always shown the same way, whatever surrounds it.
 */
export function endInWords(messages: readonly Message[], format: Format): readonly Message[] {
  return messages.flatMap((message) => (message.role === 'assistant' ? (trimmed(message, format) ?? []) : message))
}

function trimmed(message: AssistantMessage, format: Format): AssistantMessage | undefined {
  const end = message.parts.findLastIndex((part) => isWritten(part, format)) + 1
  if (!message.parts.slice(end).some(({ type }) => type === 'thinking')) return message
  return end === 0 ? undefined : { ...message, parts: message.parts.slice(0, end) }
}

/** True when something other than thinking is written for it on every wire. */
function isWritten(part: Part, format: Format): boolean {
  switch (part.type) {
    case 'text':
      return part.text.trim() !== ''
    case 'thinking':
      return false
    case 'opaque':
      return part.format === format
    case 'tool-call':
    case 'image':
    case 'file':
      return true
  }
}
