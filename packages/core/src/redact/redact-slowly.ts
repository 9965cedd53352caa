import type { Message, Part, TextPart, ToolCallPart } from '../message/message.ts'
import { redactArgumentsSlowly } from './redact-arguments-slowly.ts'
import { keepRedacted, knownRedacted, redactMessage } from './redact-message.ts'
import { hugeChars, redactTextSlowly } from './redact-text-slowly.ts'

/** As `redactMessage`, but lets others run while it goes through a very long text. */
export async function redactSlowly(message: Message, pause: () => Promise<void>): Promise<Message> {
  const known = knownRedacted(message)
  if (known !== undefined || !message.parts.some(isHuge)) return known ?? redactMessage(message)
  const texts = new Map<Part, string>()
  for (const part of message.parts) {
    if (isHuge(part)) texts.set(part, await redactHuge(part, pause))
  }
  // What was gone through is set aside, so that the rest is done as in any message.
  const short = withTexts(message, (part) => (texts.has(part) ? '' : undefined))
  const redacted = redactMessage(short)
  const done = message.parts.map((part) => texts.get(part))
  return keepRedacted(
    message,
    withTexts(redacted, (_, at) => done[at]),
  )
}

type Long = TextPart | ToolCallPart

function isHuge(part: Part): part is Long {
  return (part.type === 'text' || part.type === 'tool-call') && textOf(part).length > hugeChars
}

function textOf(part: Long): string {
  return part.type === 'text' ? part.text : part.arguments
}

function redactHuge(part: Long, pause: () => Promise<void>): Promise<string> {
  const isJson = part.type === 'tool-call' && part.freeform !== true
  return isJson ? redactArgumentsSlowly(part.arguments, pause) : redactTextSlowly(textOf(part), pause)
}

function withTexts(message: Message, textAt: (part: Part, at: number) => string | undefined): Message {
  const change = <T extends Part>(part: T, at: number): T => {
    const text = textAt(part, at)
    if (text === undefined) return part
    return part.type === 'tool-call' ? { ...part, arguments: text } : { ...part, text }
  }
  return message.role === 'assistant'
    ? { ...message, parts: message.parts.map(change) }
    : { ...message, parts: message.parts.map(change) }
}
