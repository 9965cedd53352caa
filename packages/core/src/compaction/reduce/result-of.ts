import type { Message, ToolMessage } from '../../message/message.ts'

/** The same result with other text. What a format said beside its parts stays; breakpoints belonged to what was there. */
export function resultOf(message: Message, text: string): Message {
  if (message.role !== 'tool') return message
  const { breakpoint: _, listed: __, ...rest }: ToolMessage = message
  return { ...rest, parts: [{ type: 'text', text }] }
}
