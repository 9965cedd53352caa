import { expectObject, malformed } from '../../expect.ts'
import type { Json, JsonObject } from '../../json.ts'

/** A line of a recorded session. A bare message is not one: it would be carried along, and never read. */
export function expectLine(value: Json, at: number, what: string): JsonObject {
  const line = expectObject(value, `[${at}]`, what)
  if (typeof line.role === 'string' && line.type === undefined) throw malformed(`[${at}]`, what)
  return line
}
