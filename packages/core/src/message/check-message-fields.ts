import { malformed } from '../expect.ts'
import { isList, isObject, type Json } from '../json.ts'
import { clipText } from '../text/slice-whole.ts'

/** Takes a value for what it should be, or throws a `wire/malformed` whose path leads to the first fault. */
export type FieldCheck<T> = (value: Json | undefined, path: string) => T

/** A field that may be absent. */
export interface Optional<T> {
  readonly optional: FieldCheck<T>
}

/** One check for every field of `T`, so that a field added to the type cannot be forgotten here. */
export type Fields<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K> ? Optional<Exclude<T[K], undefined>> : FieldCheck<T[K]>
}

export const isText: FieldCheck<string> = (value, path) => {
  if (typeof value !== 'string') throw malformed(path, 'a string')
  return value
}

/** Flags are written only where they hold. */
export const isTrue: FieldCheck<true> = (value, path) => {
  if (value !== true) throw malformed(path, 'true, or nothing')
  return true
}

export const isAnyJson: FieldCheck<Json> = (value, path) => {
  if (value === undefined) throw malformed(path, 'a value')
  return value
}

export function isOneOf<T extends string>(...allowed: readonly T[]): FieldCheck<T> {
  return (value, path) => {
    const found = allowed.find((name) => name === value)
    if (found === undefined) throw malformed(path, allowed.map((name) => JSON.stringify(name)).join(' or '))
    return found
  }
}

export function isListOf<T>(check: FieldCheck<T>): FieldCheck<readonly T[]> {
  return (value, path) => {
    if (!isList(value)) throw malformed(path, 'a list')
    return value.map((item, i) => check(item, `${path}[${i}]`))
  }
}

export function optional<T>(check: FieldCheck<T>): Optional<T> {
  return { optional: check }
}

/** Number of characters reported of an unknown name. */
const mostKeyChars = 80

/** An object with these fields and no others: unknown fields would be lost when it is written again. */
export function recordOf<T extends object>(fields: Fields<T>): FieldCheck<T> {
  const listed = Object.entries<FieldCheck<unknown> | Optional<unknown>>(fields)
  const known = new Map(listed.map(([key, check]) => [key, typeof check === 'function' ? check : check.optional]))
  const required = listed.filter(([, check]) => typeof check === 'function').map(([key]) => key)
  return (value, path) => {
    if (!isObject(value)) throw malformed(path, 'an object')
    const read: Record<string, unknown> = {}
    for (const key of Object.keys(value)) {
      const field = value[key]
      if (field === undefined) continue
      const check = known.get(key)
      if (check === undefined) throw malformed(within(path, clipText(key, mostKeyChars)), 'no field of this name')
      read[key] = check(field, within(path, key))
    }
    for (const key of required) if (!Object.hasOwn(read, key)) known.get(key)?.(undefined, within(path, key))
    return read as T
  }
}

/** One of several records, distinguished by one of their fields. */
export function isVariant<Tag extends string, T extends { readonly [K in Tag]: string }>(
  tag: Tag,
  variants: { readonly [Name in T[Tag]]: FieldCheck<Extract<T, { readonly [K in Tag]: Name }>> },
): FieldCheck<T> {
  const checks = new Map(Object.entries<FieldCheck<T>>(variants))
  const isName = isOneOf(...checks.keys())
  return (value, path) => {
    if (!isObject(value)) throw malformed(path, 'an object')
    const name = isName(value[tag], within(path, tag))
    const check = checks.get(name)
    if (check === undefined) throw malformed(within(path, tag), 'a known name')
    return check(value, path)
  }
}

function within(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
