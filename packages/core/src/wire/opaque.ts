import { isObject } from '../json.ts'
import type { OpaquePart } from '../message/message.ts'

/** Names a block that is carried unread, for reports. */
export function describeOpaque(part: OpaquePart): string {
  const type = isObject(part.value) ? (part.value.type ?? part.value.role) : undefined
  return `${part.format} ${typeof type === 'string' ? type : 'block'}`
}
