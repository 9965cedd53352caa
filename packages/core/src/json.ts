/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object; an absent key and `undefined` mean the same. */
export interface JsonObject {
  readonly [key: string]: Json | undefined
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value)
}

/** The object without its `undefined` fields, so that two values that mean the same are deep-equal. */
export function defined<T extends object>(value: T): T {
  const kept = Object.entries(value).filter(([, field]) => field !== undefined)
  return (kept.length === Object.keys(value).length ? value : Object.fromEntries(kept)) as T
}

/** The fields of an object that are not in `known`, or `undefined` when there are none. */
export function rest(value: JsonObject, known: readonly string[]): JsonObject | undefined {
  const kept = Object.entries(value).filter(([key]) => !known.includes(key))
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

/** Parses JSON text; `undefined` when it is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Whether a value has lists and objects inside each other beyond so many levels. */
export function isDeeper(value: Json | undefined, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner: Json | undefined) => isDeeper(inner, levels - 1))
}

/** Equality of JSON values: key order does not count. */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, i) => equalJson(item, b[i]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key], b[key]))
  )
}
