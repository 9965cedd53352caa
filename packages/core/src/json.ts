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

/**
 * The most lenient JSON parsers give up at about this many levels; deeper values exhaust the stack of code that
 * walks them.
 */
const mostLevels = 1_024

/** Parses JSON text; `undefined` when it is not JSON, or nested so deep that it is none for anybody. */
export function parseJson(text: string): Json | undefined {
  if (isTooDeep(text)) return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** True when a value has lists and objects inside each other beyond this many levels. */
export function isDeeper(value: Json | undefined, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner: Json | undefined) => isDeeper(inner, levels - 1))
}

const quote = 34
const backslash = 92
const opens = new Set([91, 123])
const closes = new Set([93, 125])

function isTooDeep(text: string): boolean {
  if (text.length <= mostLevels) return false
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === quote) i = endOfString(text, i)
    else if (opens.has(unit) && ++depth > mostLevels) return true
    else if (closes.has(unit)) depth--
  }
  return false
}

/** Index of the closing quote of a string in JSON text; the end of the text where there is none. */
export function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === backslash) i++
    else if (unit === quote) return i
  }
  return text.length
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
