import { parseJson } from '@palimpsest/core/json'
import { type AssistantMessage, callsOf, canonicalJson, type Message, messageIdentity } from '@palimpsest/core/message'

/**
 * True when two messages are one and the same thing said. What a model said comes back in the spelling of its host, which
 * may trim it, join its texts, name its calls anew or add notes of its own; everything else must be the same to the letter.
 */
export function isSameSaid(one: Message, other: Message): boolean {
  if (one === other || messageIdentity(one) === messageIdentity(other)) return true
  return one.role === 'assistant' && other.role === 'assistant' && wordsOf(one) === wordsOf(other)
}

function wordsOf(message: AssistantMessage): string {
  const texts = message.parts.map((part) => (part.type === 'text' ? part.text : ''))
  const calls = callsOf(message).map(({ name, arguments: text }) => [name, meantBy(text)])
  const words = [texts.join('').replace(/\s+/g, ''), calls]
  const isWordless = words.every(({ length }) => length === 0)
  const others = message.parts.filter(
    ({ type }) => type === 'image' || type === 'file' || (isWordless && type === 'opaque'),
  )
  return JSON.stringify([...words, others.length])
}

function meantBy(text: string): string {
  const value = parseJson(text.trim() === '' ? '{}' : text)
  return (value === undefined ? undefined : canonicalJson(value)) ?? text
}

/** The number of messages from the first on that a line and a history have in common, place by place. */
export function commonLength(log: readonly { readonly message: Message }[], history: readonly Message[]): number {
  const most = Math.min(log.length, history.length)
  for (let at = 0; at < most; at++) {
    const [entry, message] = [log[at], history[at]]
    if (entry === undefined || message === undefined || !isSameSaid(entry.message, message)) return at
  }
  return most
}
