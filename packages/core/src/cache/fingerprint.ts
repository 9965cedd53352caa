import type { Message } from '../message/message.ts'

/** The end of one request is looked for in the next, so each message is read once and not at every call. */
const known = new WeakMap<Message, string>()

/** Tells a message from others by what it says; breakpoints do not count. */
export function fingerprint(message: Message): string {
  const print = known.get(message) ?? read(message)
  known.set(message, print)
  return print
}

function read(message: Message): string {
  const text = JSON.stringify({ ...bare(message), parts: message.parts.map(bare) })
  let low = 0x811c9dc5
  let high = 0x2f0b4c47
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul((high << 5) ^ (high >>> 27) ^ code, 0x27d4eb2f)
  }
  return `${text.length.toString(36)}-${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}`
}

function bare<T extends object>(value: T): object {
  if (!('breakpoint' in value)) return value
  const { breakpoint: _, ...others } = value
  return others
}
