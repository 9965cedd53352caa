import { defined, isObject, type JsonObject } from '../json.ts'
import type { Format, Part, Residue } from '../message/message.ts'

/** Makes residues of one format; fields that say nothing make none. */
export function residueFor(format: Format): (fields: JsonObject) => { readonly residue?: Residue } {
  return (fields) => {
    const kept = defined(fields)
    return Object.keys(kept).length === 0 ? {} : { residue: { format, fields: kept } }
  }
}

/** The unknown fields in a residue. */
export function extraOf(fields: JsonObject): JsonObject {
  return isObject(fields.extra) ? fields.extra : {}
}

/** True when these parts are one text that a plain string would express as well. */
export function isPlain(parts: readonly Part[]): boolean {
  const [only, ...others] = parts
  if (only?.type !== 'text' || others.length > 0) return false
  return only.text !== '' && !only.refusal && only.residue === undefined && only.breakpoint === undefined
}
