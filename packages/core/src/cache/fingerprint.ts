import type { Message, Part } from '../message/message.ts'

/** The end of one request is looked for in the next, so each message is read once and not at every call. */
const known = new WeakMap<Message, string>()

/** Tells a message from others by what it says; breakpoints do not count. */
export function fingerprint(message: Message): string {
  const print = known.get(message) ?? read(spell(message))
  known.set(message, print)
  return print
}

function read(text: string): string {
  let low = 0x811c9dc5
  let high = 0x2f0b4c47
  // Two characters at once; past the end there is a 0.
  for (let i = 0; i < text.length; i += 2) {
    const code = text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16)
    low = Math.imul((low << 13) ^ (low >>> 19) ^ code, 0x85ebca6b)
    high = Math.imul((high << 5) ^ (high >>> 27) ^ code, 0x27d4eb2f)
  }
  return `${text.length.toString(36)}-${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}`
}

/** All that is said, in one text. JSON would do, but takes longer than all the rest. */
function spell(value: Message | Part): string {
  let text = ''
  for (const [name, said] of Object.entries(value)) {
    if (name === 'breakpoint') continue
    const spelt = typeof said === 'string' ? said : name === 'parts' ? spellAll(value) : JSON.stringify(said)
    text += `${name} ${spelt?.length} ${spelt} `
  }
  return text
}

function spellAll(value: Message | Part): string {
  return 'parts' in value ? value.parts.map(spell).join('') : ''
}
