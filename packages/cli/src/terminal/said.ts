import { redact } from '@palimpsest/core/redact'
import { oneLine } from './width.ts'

/** A name or a sentence is never meant to be longer. */
const mostChars = 600
/** Read before anything is cut off: half a secret would not be known as one. */
const readChars = 20_000

/** Someone else's words on one line, without secrets and signs that cannot be seen. In a page they still need escaping. */
export function said(text: string, chars = mostChars): string {
  const whole = redact(text.slice(0, readChars)).text
  const line = oneLine(whole).replace(/\s+/g, ' ').trim()
  if (line.length <= chars) return line
  const characters = [...line]
  return characters.length > chars ? `${characters.slice(0, chars).join('')}…` : line
}
