import { malformed } from '../expect.ts'
import { isList, isObject, type Json, type JsonObject, rest } from '../json.ts'
import type { Format, Residue, Tool, Transcript } from '../message/message.ts'
import type { Writer } from './writer.ts'

/** A list of messages and the request around it, if there was one. */
export interface Envelope {
  readonly list: readonly Json[]
  readonly body: JsonObject | undefined
  /** Leads to the list, for error messages. */
  readonly path: string
}

/** Opens a request body, or a bare list of messages. */
export function openEnvelope(value: Json, key: string): Envelope {
  if (isList(value)) return { list: value, body: undefined, path: '' }
  if (!isObject(value)) throw malformed('(top)', `a list of messages or an object with "${key}"`)
  const list = value[key]
  if (!isList(list)) throw malformed(key, 'a list')
  return { list, body: value, path: key }
}

/** The residue of a whole transcript: how it was wrapped, and the settings nobody interprets. */
export function envelopeResidue(format: Format, body: JsonObject | undefined, known: readonly string[]): Residue {
  if (body === undefined) return { format, fields: { bare: true } }
  const extra = rest(body, known)
  return { format, fields: extra === undefined ? {} : { extra } }
}

/** Wraps encoded messages as they came, or as a request body when they came from elsewhere. */
export function closeEnvelope(transcript: Transcript, key: string, writer: Writer, inner: JsonObject): Json {
  writer.at(undefined)
  const { residue } = transcript
  if (residue !== undefined && !writer.own && isObject(residue.fields.extra)) {
    writer.lose('setting', Object.keys(residue.fields.extra).join(', '))
  }
  const fields = writer.own ? (residue?.fields ?? {}) : {}
  if (fields.bare && Object.keys(inner).every((name) => name === key)) return inner[key] as Json
  const extra = isObject(fields.extra) ? fields.extra : {}
  const model = transcript.model === undefined ? {} : { model: transcript.model }
  return { ...model, ...extra, ...inner }
}

/** Decodes the tools of a body where there is a list of them. */
export function readTools(
  body: JsonObject | undefined,
  read: (value: Json) => Tool,
): { readonly tools?: readonly Tool[]; readonly known: readonly string[] } {
  return isList(body?.tools) ? { tools: body.tools.map(read), known: ['tools'] } : { known: [] }
}

/** The model a body names, where it names one. */
export function readModel(body: JsonObject | undefined): {
  readonly model?: string
  readonly known: readonly string[]
} {
  return typeof body?.model === 'string' ? { model: body.model, known: ['model'] } : { known: [] }
}
