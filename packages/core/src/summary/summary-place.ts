import { spokenText } from '../ledger/authorship/spoken-text.ts'
import type { Message } from '../message/message.ts'
import { sha256 } from '../text/sha256.ts'

/** Enough to distinguish conversations. */
const digits = 4
/** As much of a message as people recognise it by; pasted text may be megabytes. */
const mostChars = 2_000

/**
 * A short name for the place of a summary: in whose name, and after which words of the user. A copy of it in another
 * conversation, or further down in its own, has another place.
 */
export function summaryPlace(before: readonly Message[], role: 'user' | 'assistant'): string {
  const said = before.map(spokenText).filter((text) => text !== '')
  return sha256(JSON.stringify([role, ...said.map((text) => [text.length, text.slice(0, mostChars)])])).slice(0, digits)
}
