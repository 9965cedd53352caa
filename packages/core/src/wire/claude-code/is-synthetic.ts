import type { Message } from '../../message/message.ts'
import { lineMessage } from './session-line.ts'
import { sessionLineRecords } from './session-line-record.ts'

/** Claude Code's stand-in for a model's name above its own words, such as errors of the API. */
export const syntheticModel = '<synthetic>'

/** True when a program wrote this in place of a reply: no model was asked for it, and nobody bills it. */
export function isSynthetic(message: Message): boolean {
  if (message.role !== 'assistant' || message.model !== undefined) return false
  return sessionLineRecords(message).some(({ line = {} }) => lineMessage(line).model === syntheticModel)
}
