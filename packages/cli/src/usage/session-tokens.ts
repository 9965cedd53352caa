import { type ConversationId, type Session, type SessionStore, unbilledOf } from '@palimpsest/core/store'
import { addUsage, type Usage } from '@palimpsest/core/tokens'

/**
 * All tokens of a conversation, as its sessions have counted them: those of its lineage, those that were undone, and
 * what was asked beside it and is in no session yet. Sub-agents are conversations of their own.
 */
export async function sessionTokens(
  store: SessionStore,
  conversation: ConversationId,
  lineage: readonly Session[],
): Promise<Usage> {
  const known = new Set(lineage.map(({ id }) => id))
  const undone = (await store.receipts(conversation)).filter(({ session }) => !known.has(session))
  const others = await Promise.all(undone.map(({ session }) => store.session(session)))
  const unbilled = await unbilledOf(store, conversation)
  return [...lineage, ...others, unbilled].reduce<Usage>((sum, each) => addUsage(sum, each?.usage ?? {}), {})
}
