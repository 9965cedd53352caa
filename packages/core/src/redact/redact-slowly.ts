import type { Message, Part } from '../message/message.ts'
import { redact } from './redact.ts'
import { keepRedacted, knownRedacted, redactMessage } from './redact-message.ts'

/** Longer texts are gone through in pieces: some milliseconds' worth each, even where every word looks like a key. */
const pieceChars = 40_000
const hugeChars = 100_000
/** How far past that a safe place is looked for. */
const reachChars = 20_000
/** Before a cut there must be nothing that a credential on the next line could belong to. */
const announces = /pass|pwd|secret|token|key|cred|auth|jwt|value|begin|private|-----|[A-Za-z0-9+/=]{40}|\\$/i

/** As `redactMessage`, but lets others run while it goes through a very long text. */
export async function redactSlowly(message: Message, pause: () => Promise<void>): Promise<Message> {
  const known = knownRedacted(message)
  if (known !== undefined || !message.parts.some(isHuge)) return known ?? redactMessage(message)
  const texts = new Map<Part, string>()
  for (const part of message.parts) {
    if (isHuge(part)) texts.set(part, await redactTextSlowly(part.text, pause))
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

function isHuge(part: Part): part is Extract<Part, { type: 'text' }> {
  return part.type === 'text' && part.text.length > hugeChars
}

function withTexts(message: Message, textOf: (part: Part, at: number) => string | undefined): Message {
  const change = <T extends Part>(part: T, at: number): T => {
    const text = textOf(part, at)
    return text === undefined ? part : { ...part, text }
  }
  return message.role === 'assistant'
    ? { ...message, parts: message.parts.map(change) }
    : { ...message, parts: message.parts.map(change) }
}

/** The text without its secrets; others may run while it goes through a very long one. */
export async function redactTextSlowly(text: string, pause: () => Promise<void>): Promise<string> {
  if (text.length <= hugeChars) return redact(text).text
  const pieces: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = safeEnd(text, start)
    pieces.push(redact(text.slice(start, end)).text)
    start = end
    await pause()
  }
  return pieces.join('')
}

/** The end of a line after which no key goes on; where there is none, of any line, and in data without lines the reach. */
function safeEnd(text: string, start: number): number {
  const from = start + pieceChars
  const most = Math.min(text.length, from + reachChars)
  if (most === text.length) return text.length
  let last = -1
  for (let end = text.indexOf('\n', from); end !== -1 && end < most; end = text.indexOf('\n', end + 1)) {
    last = end + 1
    if (!announces.test(text.slice(Math.max(text.lastIndexOf('\n', end - 1), end - 200), end))) return last
  }
  return last === -1 ? most : last
}
