import type { Message, TextPart, ToolMessage } from '@palimpsest/core/message'

/** The text that was kept under a name; `undefined` where it is not there any more, or no longer what it was. */
export type ReadKept = (file: string) => Promise<string | undefined>

/** A message as it was before parts of it were too long to show. */
export interface WholeMessage {
  readonly message: Message
  /** Files that could not be read; the excerpts that were shown remain in their place. */
  readonly missing: readonly string[]
}

/** Puts back what was too long to show, by what the message carries beside its text: a command can print any text. */
export async function wholeMessage(message: Message, readKept: ReadKept): Promise<WholeMessage> {
  const asShown = { message, missing: [] }
  if (message.role !== 'tool' || message.kept === undefined) return asShown
  const shown = message.parts.find((part) => part.type === 'text')
  if (shown === undefined) return asShown
  let { text } = shown
  const missing: string[] = []
  for (const { file, chars } of message.kept) {
    if (chars === undefined || chars > text.length) break
    const whole = await readKept(file)
    if (whole === undefined) {
      missing.push(file)
      // The next one goes into this one.
      break
    }
    text = whole + text.slice(chars)
  }
  return { message: text === shown.text ? message : withText(message, shown, text), missing }
}

function withText({ kept: _, ...message }: ToolMessage, shown: TextPart, text: string): ToolMessage {
  return { ...message, parts: message.parts.map((part) => (part === shown ? { ...shown, text } : part)) }
}
