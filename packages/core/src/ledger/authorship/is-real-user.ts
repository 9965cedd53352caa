import type { Message } from '../../message/message.ts'
import { spokenText } from './spoken-text.ts'

/** True if a person speaks, or shows something, in a message: no echo of a tool, no reminder or note of a runtime. */
export function isRealUser(message: Message): boolean {
  if (message.role !== 'user') return false
  if (spokenText(message) !== '') return true
  const shows = message.parts.some(({ type }) => type === 'image' || type === 'file')
  return shows && message.parts.every((part) => part.type !== 'text' || part.text.trim() === '')
}
