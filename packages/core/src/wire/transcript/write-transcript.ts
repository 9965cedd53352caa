import { isList, isObject, type Json, type JsonObject } from '../../json.ts'
import type { Format, Transcript } from '../../message/message.ts'
import { codecs } from '../codecs.ts'
import type { Loss } from '../loss.ts'

export interface WrittenTranscript {
  readonly text: string
  readonly losses: readonly Loss[]
}

/** Writes a transcript as the text of a file: JSONL where it came as such or the format is such, JSON otherwise. */
export function writeTranscript(transcript: Transcript, format: Format): WrittenTranscript {
  const { value, losses } = codecs[format].encode(transcript)
  const fields = transcript.residue?.format === format ? transcript.residue.fields : {}
  if (isList(value) && (format === 'claude-code' || format === 'codex')) return { text: linesOf(value), losses }
  if (fields.lines) return { text: linesOf(unwrap(value, fields)), losses }
  return { text: `${JSON.stringify(value, undefined, 2)}\n`, losses }
}

function linesOf(values: readonly Json[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

function unwrap(value: Json, fields: JsonObject): readonly Json[] {
  if (isList(value)) return value
  if (!isObject(value)) return []
  const { messages, input, ...header } = value
  const more = isList(fields.headers) ? fields.headers : []
  const list = messages ?? input
  return [header, ...more, ...(isList(list) ? list : [])]
}
