import type { Message, Part, ThinkingPart } from '../message/message.ts'
import { messageIdentity } from '../message/message-identity.ts'
import { addText, spellHash, startHash } from '../message/text-hash.ts'

/** Identifies a message as a provider has cached it: the print changes with its meaning or its thinking. */
export function fingerprint(message: Message): string {
  const identity = messageIdentity(message)
  if (message.role !== 'assistant') return identity
  const thoughts = message.parts.filter(isThinking)
  if (thoughts.length === 0) return identity
  const hash = startHash()
  for (const { text, signature, redacted, encrypted } of thoughts) {
    addText(hash, text)
    addText(hash, signature ?? redacted ?? encrypted ?? '')
  }
  return `${identity}-${spellHash(hash)}`
}

function isThinking(part: Part): part is ThinkingPart {
  return part.type === 'thinking'
}
