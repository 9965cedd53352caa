import { isObject, type Json, type JsonObject } from '../../json.ts'
import { dumped } from './dumped.ts'

/** The dump with other fields in one of its lines, counted from 1. */
export function changed(line: number, fields: JsonObject): readonly Json[] {
  return dumped.map((json, i) => (i === line - 1 && isObject(json) ? present({ ...json, ...fields }) : json))
}

/** The dump with other fields in the record of one of its lines. */
export function inside(line: number, record: string, fields: JsonObject): readonly Json[] {
  const json = dumped[line - 1]
  const before = isObject(json) ? json[record] : undefined
  return changed(line, { [record]: present({ ...(isObject(before) ? before : {}), ...fields }) })
}

/** The dump with two of its lines in each other's place. */
export function swapped(one: number, other: number): readonly Json[] {
  return dumped.map((json, i) => dumped[i === one - 1 ? other - 1 : i === other - 1 ? one - 1 : i] ?? json)
}

/** A file knows no `undefined`. */
function present(value: JsonObject): Json {
  return JSON.parse(JSON.stringify(value)) as Json
}
