import type { Message } from '../message/message.ts'

/** Tells a message from others by what it says; breakpoints do not count. */
export function fingerprint(message: Message): string {
  const text = JSON.stringify(message, (key, value: unknown) => (key === 'breakpoint' ? undefined : value))
  let low = 0x811c9dc5
  let high = 0x2f0b4c47
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul((high << 5) ^ (high >>> 27) ^ code, 0x27d4eb2f)
  }
  return `${text.length.toString(36)}-${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}`
}
