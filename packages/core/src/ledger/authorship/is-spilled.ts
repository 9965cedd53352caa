import type { Message } from '../../message/message.ts'

const spilledLead = /^<persisted-output>\n\d+ characters \(\d+ KB\), kept whole as [^\n]*\nIts first \d+ characters:\n/
const spilledEnd = '\n</persisted-output>'
const spilledPicture = /^\[(?:Image|Attachment) of [^\n]{1,80}, no longer shown\. /

/** True if a message was too large and is shown in short: still one message, by its original author. */
export function isSpilled({ parts }: Message): boolean {
  return parts.some((part) => part.type === 'text' && (spilledLead.test(part.text) || spilledPicture.test(part.text)))
}

/** Returns the beginning of the text that a block represents; `undefined` when the text is no such block. */
export function spilledBeginning(text: string): string | undefined {
  const [lead] = spilledLead.exec(text) ?? []
  if (lead === undefined) return undefined
  return text.slice(lead.length, text.endsWith(spilledEnd) ? -spilledEnd.length : undefined)
}
