import { isList, isObject, type Json, type JsonObject } from '../../json.ts'
import type { Message, Residue } from '../../message/message.ts'
import { lineMessage } from './session-line.ts'

export const claudeCodeFormat = 'claude-code'

/** A message's record of one line it was read from. */
export interface SessionLineRecord {
  /** Index of the line in its file. */
  readonly at: number
  /** Which of the line's messages this is, where one line held several. */
  readonly piece: number
  /** The kinds of the parts that an assistant line held. */
  readonly holds: readonly string[]
  /** The form of the content there: a string, a missing field, an empty list. */
  readonly form?: string
  /** The line without what the canonical message says; only the first message of a line has it. */
  readonly line?: JsonObject
}

/** The line with holes where the canonical message has the say, so that every field keeps its place. */
export function hollow(line: JsonObject, model?: string): JsonObject {
  const message = lineMessage(line)
  const holes = {
    ...('content' in message && { content: null }),
    ...(model !== undefined && { model: null }),
  }
  return { ...line, message: { ...message, ...holes } }
}

/** Fills the holes of a line again. */
export function fillLine(line: JsonObject, said: JsonObject, model?: string): JsonObject {
  return { ...line, message: { ...lineMessage(line), ...said, ...(model !== undefined && { model }) } }
}

export function sessionLineResidue(
  records: readonly SessionLineRecord[],
  fields: JsonObject = {},
): { readonly residue: Residue } {
  const lines = records.map(({ at, piece, holds, form, line }) => ({
    at,
    ...(piece > 0 && { piece }),
    ...(holds.length > 0 && { holds }),
    ...(form !== undefined && { form }),
    ...(line !== undefined && { line }),
  }))
  return { residue: { format: claudeCodeFormat, fields: { ...fields, lines } } }
}

/** The lines that a message was read from; none when it is new to this format. */
export function sessionLineRecords({ residue }: Message): readonly SessionLineRecord[] {
  const lines = residue?.format === claudeCodeFormat ? residue.fields.lines : undefined
  return isList(lines) ? lines.flatMap((record) => readRecord(record)) : []
}

function readRecord(value: Json): readonly SessionLineRecord[] {
  if (!isObject(value) || typeof value.at !== 'number') return []
  const { at, piece, holds, form, line } = value
  return [
    {
      at,
      piece: typeof piece === 'number' ? piece : 0,
      holds: isList(holds) ? holds.map(String) : [],
      ...(typeof form === 'string' && { form }),
      ...(isObject(line) && { line }),
    },
  ]
}
