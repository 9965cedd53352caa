import { expectList } from '../../expect.ts'
import { isObject, type Json } from '../../json.ts'
import type { Codec } from '../codec.ts'
import { expectLine } from '../record/expect-line.ts'
import { readRollout } from './read-rollout.ts'
import { writeRollout } from './write-rollout.ts'

/** Codex rollouts, also of the first form that had no envelopes: the list of their lines, one object each. */
export const codex: Codec = {
  format: 'codex',
  decode: (value) => {
    const lines = expectList(value, '(top)', 'a list of lines')
    return readRollout(lines.map((line, at) => expectLine(line, at, 'a line of a rollout')))
  },
  encode: writeRollout,
}

const kinds = ['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted']

/** True when a line can only be from a Codex rollout, used to distinguish formats. */
export function isCodexLine(value: Json): boolean {
  if (!isObject(value)) return false
  if (typeof value.type === 'string') return kinds.includes(value.type) && isObject(value.payload)
  if (value.record_type === 'state') return true
  return typeof value.id === 'string' && typeof value.timestamp === 'string' && 'instructions' in value
}
