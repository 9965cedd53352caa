import { spokenText } from '../ledger/spoken-text.ts'
import type { Message } from '../message/message.ts'
import { sha256 } from '../sha256.ts'

/** Enough to tell conversations apart. */
const digits = 4

/**
 * A short name for where a summary stands: in whose name, and after which words of the user. A copy of it in another
 * conversation, or further down in its own, stands elsewhere.
 */
export function placeOf(before: readonly Message[], role: 'user' | 'assistant'): string {
  const said = before.map(spokenText).filter((text) => text !== '')
  return sha256(JSON.stringify([role, ...said])).slice(0, digits)
}
