import { isList, isObject, type Json, type JsonObject } from '../../json.ts'
import type { Violation } from './violation.ts'

type Kind = 'string' | 'text' | 'boolean' | 'number' | 'object' | 'list' | 'string|list' | 'any'

/** The fields of an object and what each holds: `text` is a string that says something; `?` marks a field that may be absent. */
export type Shape = Readonly<Record<string, Kind | `${Kind}|null`>>

/** One provider's wording of the three faults that any object can have. */
export interface Wording {
  readonly unknown: (path: string) => string
  readonly missing: (path: string) => string
  readonly wrong: (path: string, expected: string) => string
}

/** The rules that `checkShape` judges, part of every format's list. */
export const shapeRules = ['unknown-field', 'field-missing', 'field-type'] as const

/** The field by which a shape was chosen: it has been judged by then. */
export const typed = { 'type?': 'any' } as const

/** Compares an object with its shape. */
export function* checkShape(value: JsonObject, path: string, shape: Shape, say: Wording): Generator<Violation> {
  const known = new Map(Object.entries(shape).map(([key, kind]) => [key.replace('?', ''), { key, kind }]))
  for (const key of Object.keys(value)) {
    const at = fieldPath(path, key)
    if (value[key] !== undefined && !known.has(key)) {
      yield { path: at, rule: 'unknown-field', message: say.unknown(at) }
    }
  }
  for (const [name, { key, kind }] of known) {
    const at = fieldPath(path, name)
    const field = value[name]
    if (field === undefined) {
      if (!key.endsWith('?')) yield { path: at, rule: 'field-missing', message: say.missing(at) }
    } else if (!isKind(field, kind)) {
      yield { path: at, rule: 'field-type', message: say.wrong(at, expected(kind)) }
    }
  }
}

/** The path of a field; the request itself has none. */
export function fieldPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

function isKind(value: Json, kind: Kind | `${Kind}|null`): boolean {
  if (kind.endsWith('|null')) return value === null || isKind(value, kind.slice(0, -5) as Kind)
  switch (kind as Kind) {
    case 'string':
      return typeof value === 'string'
    case 'text':
      return typeof value === 'string' && value !== ''
    case 'boolean':
      return typeof value === 'boolean'
    case 'number':
      return typeof value === 'number'
    case 'object':
      return isObject(value)
    case 'list':
      return isList(value)
    case 'string|list':
      return typeof value === 'string' || isList(value)
    case 'any':
      return true
  }
}

const expected = (kind: string) =>
  kind.replace('text', 'non-empty string').replace('object', 'dictionary').replaceAll('|', ' or ')
