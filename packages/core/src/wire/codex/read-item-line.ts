import type { JsonObject } from '../../json.ts'
import { type InputItem, readItem } from '../openai-responses/items.ts'
import type { RolloutLine } from './line-kind.ts'
import { kindOf, type RolloutLineRecord } from './rollout-line-record.ts'
import { readShellCall } from './shell-call.ts'
import { noteFailure, unwrapOutput } from './wrapped-output.ts'

/** An item, the line it was on, and what its message should remember besides that. */
export interface ItemLine {
  readonly item: InputItem
  readonly record: RolloutLineRecord
  readonly fields?: JsonObject
}

export function readItemLine(line: JsonObject, read: Extract<RolloutLine, { kind: 'item' }>, at: number): ItemLine {
  const record = { at, kind: kindOf(read.item), ...(!read.bare && { line: { ...line, payload: null } }) }
  const shell = readShellCall(read.item)
  if (shell) return { item: { kind: 'called', part: shell }, record }
  const { item: opened, wrapping } = unwrapOutput(read.item)
  const item = readItem(opened, read.path)
  if (wrapping === undefined || item.kind !== 'message' || item.message.role !== 'tool') return { item, record }
  return { item: { ...item, message: noteFailure(item.message, wrapping) }, record, fields: { wrapping } }
}
