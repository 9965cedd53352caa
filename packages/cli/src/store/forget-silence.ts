import type { ConversationId, SessionStore } from '@palimpsest/core/store'

/** A conversation that nobody said a word in is not worth finding again. */
export async function forgetSilence(store: SessionStore, id: ConversationId): Promise<void> {
  const conversation = await store.conversation(id).catch(() => undefined)
  if (conversation?.messages === 0) await store.remove(id).catch(() => undefined)
}
