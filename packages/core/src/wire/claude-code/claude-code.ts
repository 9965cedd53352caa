import { expectList } from '../../expect.ts'
import { isObject, type Json } from '../../json.ts'
import type { Codec } from '../codec.ts'
import { expectLine } from '../record/expect-line.ts'
import { readSession } from './read-session.ts'
import { writeSession } from './write-session.ts'

/** Claude Code session files: the list of their lines, one object each. */
export const claudeCode: Codec = {
  format: 'claude-code',
  decode: (value) => {
    const lines = expectList(value, '(top)', 'a list of lines')
    return readSession(lines.map((line, at) => expectLine(line, at, 'a line of a session')))
  },
  encode: writeSession,
}

/** The kinds of line that carry the id of their session. */
const kinds = [
  'user',
  'assistant',
  'system',
  'summary',
  'attachment',
  'progress',
  'queue-operation',
  'last-prompt',
  'ai-title',
  'custom-title',
]

/** True when a line can only be from a Claude Code session, used to distinguish formats. */
export function isClaudeCodeLine(value: Json): boolean {
  if (!isObject(value) || typeof value.type !== 'string' || value.payload !== undefined) return false
  if ('parentUuid' in value || typeof value.isSidechain === 'boolean' || typeof value.leafUuid === 'string') return true
  if (value.type === 'file-history-snapshot') return true
  if (kinds.includes(value.type) && typeof value.sessionId === 'string') return true
  return isObject(value.message) && value.message.role === value.type
}
