import { Failure } from './errors.ts'
import { isList, isObject, type Json, type JsonObject } from './json.ts'

/** Says that a wire value is not what its format allows. */
export function malformed(path: string, expected: string): Failure<'wire/malformed'> {
  return new Failure('wire/malformed', `${path}: expected ${expected}`, { path, expected })
}

export function expectObject(value: Json | undefined, path: string, what = 'an object'): JsonObject {
  if (!isObject(value)) throw malformed(path, what)
  return value
}

export function expectList(value: Json | undefined, path: string, what = 'a list'): readonly Json[] {
  if (!isList(value)) throw malformed(path, what)
  return value
}

export function expectString(value: Json | undefined, path: string, what = 'a string'): string {
  if (typeof value !== 'string') throw malformed(path, what)
  return value
}
