import type { Json, JsonObject } from '@palimpsest/core/json'

/** Deeper values exhaust the stack of whoever walks them; no provider takes them. */
const mostLevels = 200

/** Bytes are spelled once: a picture is in every call of its conversation. */
const spelled = new WeakMap<Uint8Array, string>()

/**
 * A copy as JSON would carry it: what the host does to its objects later does not reach it. Bytes are base64, addresses
 * are texts. Throws on what is no data.
 */
export function copyJson(value: unknown, levels = mostLevels): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object') throw new TypeError(`A ${typeof value} is no part of a message.`)
  if (levels === 0) throw new RangeError('The message is nested without end.')
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : copyJson(item, levels - 1)))
  const plain = plainValue(value)
  if (plain !== undefined) return plain
  const copy: Record<string, Json> = {}
  for (const [key, field] of Object.entries(value)) {
    if (field !== undefined && typeof field !== 'function') copy[key] = copyJson(field, levels - 1)
  }
  return copy
}

/** True when a value still says what its copy says. */
export function isCopyOf(copy: Json | undefined, value: unknown): boolean {
  if (copy === value) return true
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) {
    return Array.isArray(copy) && copy.length === value.length && value.every((item, i) => isCopyOf(copy[i], item))
  }
  const plain = plainValue(value)
  if (plain !== undefined) return plain === copy
  if (typeof copy !== 'object' || copy === null || Array.isArray(copy)) return false
  let fields = 0
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined || typeof field === 'function') continue
    fields++
    if (!Object.hasOwn(copy, key) || !isCopyOf((copy as JsonObject)[key], field)) return false
  }
  return fields === Object.keys(copy).length
}

/** What JSON has no word for, but hosts put into messages. */
function plainValue(value: object): string | undefined {
  if (value instanceof Uint8Array) {
    const known = spelled.get(value) ?? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
    spelled.set(value, known)
    return known
  }
  if (value instanceof URL) return value.href
  return value instanceof Date ? value.toJSON() : undefined
}
