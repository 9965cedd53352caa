import type { JsonObject } from '../../json.ts'
import { type Item, readItem } from '../openai-responses/items.ts'
import type { Line } from './line-kind.ts'
import { kindOf, type LineRecord } from './line-record.ts'
import { readShellCall } from './shell-call.ts'
import { noteFailure, unwrapOutput } from './wrapped-output.ts'

/** An item, the line it was on, and what its message should remember besides that. */
export interface ItemLine {
  readonly item: Item
  readonly record: LineRecord
  readonly fields?: JsonObject
}

export function readItemLine(line: JsonObject, read: Extract<Line, { kind: 'item' }>, at: number): ItemLine {
  const record = { at, kind: kindOf(read.item), ...(!read.bare && { line: { ...line, payload: null } }) }
  const shell = readShellCall(read.item)
  if (shell) return { item: { kind: 'called', part: shell }, record }
  const { item: opened, wrapping } = unwrapOutput(read.item)
  const item = readItem(opened, read.path)
  if (wrapping === undefined || item.kind !== 'message' || item.message.role !== 'tool') return { item, record }
  return { item: { ...item, message: noteFailure(item.message, wrapping) }, record, fields: { wrapping } }
}
