import { equalJson, isObject, type Json } from '../json.ts'

/**
 * True when two dumps hold the same conversation. Messages count in any order: the positions of those of other
 * conversations depend on what else a store holds.
 */
export function isSameDump(one: readonly Json[], other: readonly Json[]): boolean {
  if (one.length !== other.length) return false
  const [a, b] = [one.toSorted(byMessage), other.toSorted(byMessage)]
  return a.every((line, i) => equalJson(line, b[i]))
}

function byMessage(a: Json, b: Json): number {
  const [one, other] = [messageId(a), messageId(b)]
  return one < other ? -1 : Number(one > other)
}

/** Lines of other kinds keep their order among themselves. */
function messageId(line: Json): string {
  return isObject(line) && isObject(line.message) && typeof line.message.id === 'string' ? line.message.id : ''
}
