import type { Message } from '../message/message.ts'

const spilledLead = /^<persisted-output>\n\d+ characters \(\d+ KB\), kept whole as [^\n]*\nIts first \d+ characters:\n/
const spilledEnd = '\n</persisted-output>'
const spilledPicture = /^\[(?:Image|Attachment) of [^\n]{1,80}, no longer shown\. /

/** Whether a message is shown in short because it was too large: still one message, said by whoever said it. */
export function isSpilled({ parts }: Message): boolean {
  return parts.some((part) => part.type === 'text' && (spilledLead.test(part.text) || spilledPicture.test(part.text)))
}

/** How the text began that a block stands for; `undefined` when the text is no such block. */
export function spilledBeginning(text: string): string | undefined {
  const [lead] = spilledLead.exec(text) ?? []
  if (lead === undefined) return undefined
  return text.slice(lead.length, text.endsWith(spilledEnd) ? -spilledEnd.length : undefined)
}
