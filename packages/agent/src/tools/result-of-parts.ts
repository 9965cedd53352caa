import type { Message } from '@palimpsest/core/message'
import type { ToolResult } from './agent-tool.ts'

/** The result of a tool that answers with parts of a message; thinking and calls are none of its business. */
export function resultOfParts(parts: Message['parts']): ToolResult {
  const content = parts.flatMap((part) => (part.type === 'thinking' || part.type === 'tool-call' ? [] : [part]))
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  return content.every(({ type }) => type === 'text') ? { text } : { text, parts: content }
}
