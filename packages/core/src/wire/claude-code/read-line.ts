import { expectObject, malformed } from '../../expect.ts'
import type { JsonObject } from '../../json.ts'
import type { Message } from '../../message/message.ts'
import { readAnthropicMessage } from '../anthropic/anthropic.ts'
import { relabel } from '../record/relabel.ts'
import { claudeCodeFormat } from './session-line-record.ts'

/** Reads the Anthropic message in a line. Results and words that share a user line become messages of their own. */
export function readLine(line: JsonObject, at: number): readonly Message[] {
  const path = `[${at}].message`
  const message = expectObject(line.message, path)
  if (message.role !== line.type) throw malformed(`${path}.role`, `"${String(line.type)}"`)
  const { role, content } = message
  const read = readAnthropicMessage(content === undefined ? { role } : { role, content }, path)
  return read.map((said) => relabel(said, 'anthropic', claudeCodeFormat))
}
