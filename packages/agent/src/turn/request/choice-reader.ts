import { readToolChoice } from '@palimpsest/core/compaction'
import type { ToolChoice } from '@palimpsest/core/engine'
import type { Session, SessionStore } from '@palimpsest/core/store'

/**
 * Reads the choice of tools that a session was begun with. It lies in the receipt, so it came in one step with the view,
 * goes when that is undone, and is the same for every process. It never changes, so the last one read is kept.
 */
export function createChoiceReader(
  store: Pick<SessionStore, 'receipts'>,
  begun: ToolChoice | undefined,
): (session: Session) => Promise<ToolChoice | undefined> {
  let last: { readonly session: string; readonly choice: ToolChoice | undefined } | undefined
  return async ({ id, kind, conversation }) => {
    if (kind !== 'continuation') return begun
    if (last?.session === id) return last.choice
    const receipt = (await store.receipts(conversation)).findLast(({ session }) => session === id)
    const choice = readToolChoice(receipt?.value)
    last = { session: id, choice }
    return choice
  }
}
