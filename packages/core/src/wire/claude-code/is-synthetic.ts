import type { Message } from '../../message/message.ts'
import { recordsOf } from './line-record.ts'
import { messageOf } from './session-line.ts'

/** Claude Code's stand-in for a model's name above its own words, such as errors of the API. */
export const syntheticModel = '<synthetic>'

/** True when a program wrote this in place of a reply: no model was asked for it, and nobody bills it. */
export function isSynthetic(message: Message): boolean {
  if (message.role !== 'assistant' || message.model !== undefined) return false
  return recordsOf(message).some(({ line = {} }) => messageOf(line).model === syntheticModel)
}
