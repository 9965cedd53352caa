import type { Message, Transcript } from '@palimpsest/core/message'
import { redactMessage } from '@palimpsest/core/redact'
import { type ContextMap, type Counter, contextMap } from '@palimpsest/core/tokens'

/** Hints are all that is wanted here. */
const uncounted: Counter = { message: () => 0, part: () => 0, tool: () => 0, request: () => 0 }

/**
 * The map with hints that hold no secret. They are read again, off messages without any: a hint is cut short, and half a
 * secret would not be known as one.
 */
export function cleanHints(map: ContextMap, transcript: Transcript): ContextMap {
  const named = new Set(map.largest.map(({ index }) => index))
  const calls = callsAnswered(transcript.messages.filter((_, i) => named.has(i)))
  const messages = transcript.messages.map((message, i) =>
    named.has(i) || message.parts.some((part) => part.type === 'tool-call' && calls.has(part.callId))
      ? redactMessage(message)
      : message,
  )
  const hints = new Map(
    contextMap({ messages }, uncounted, { largest: messages.length }).largest.map(({ index, hint }) => [index, hint]),
  )
  return { ...map, largest: map.largest.map((item) => ({ ...item, hint: hints.get(item.index) ?? '' })) }
}

/** A result is known by what was asked for. */
function callsAnswered(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : [])))
}
