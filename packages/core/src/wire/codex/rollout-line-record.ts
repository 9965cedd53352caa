import { isList, isObject, type Json, type JsonObject } from '../../json.ts'
import type { Message, Residue } from '../../message/message.ts'

export const codexFormat = 'codex'

/** A message's record of one line it was read from. */
export interface RolloutLineRecord {
  /** Index of the line in its file. */
  readonly at: number
  /** The type of its item. */
  readonly kind: string
  /** The fields that surrounded its item; absent in the first rollouts. */
  readonly line?: JsonObject
}

export function rolloutLineResidue(
  records: readonly RolloutLineRecord[],
  fields: JsonObject = {},
): { readonly residue: Residue } {
  return { residue: { format: codexFormat, fields: { ...fields, lines: records.map((record) => ({ ...record })) } } }
}

/** The lines that a message was read from; none when it is new to this format. */
export function rolloutLineRecords({ residue }: Message): readonly RolloutLineRecord[] {
  const lines = residue?.format === codexFormat ? residue.fields.lines : undefined
  return isList(lines) ? lines.flatMap(readRecord) : []
}

function readRecord(value: Json): readonly RolloutLineRecord[] {
  if (!isObject(value) || typeof value.at !== 'number' || typeof value.kind !== 'string') return []
  const { at, kind, line } = value
  return [{ at, kind, ...(isObject(line) && { line }) }]
}

export function kindOf(item: Json): string {
  return isObject(item) && typeof item.type === 'string' ? item.type : 'message'
}

/** When new lines were written: a pure function has no clock. */
export const epoch = '1970-01-01T00:00:00.000Z'
