import type { Message } from '../../message/message.ts'
import { recordsOf } from './line-record.ts'
import { messageOf } from './session-line.ts'

/** What Claude Code writes in place of a model's name above words of its own, such as errors of the API. */
export const syntheticModel = '<synthetic>'

/** Whether a program wrote this where a reply would stand: no model was asked for it, and nobody bills it. */
export function isSynthetic(message: Message): boolean {
  if (message.role !== 'assistant' || message.model !== undefined) return false
  return recordsOf(message).some(({ line = {} }) => messageOf(line).model === syntheticModel)
}
