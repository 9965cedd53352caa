import type { ConversationId, SessionStore } from '@palimpsest/core/store'

/** A conversation that nobody said a word in is not worth finding again, unless a gateway has to do with it. */
export async function forgetSilence(store: SessionStore, id: ConversationId): Promise<void> {
  await store.removeSilent(id).catch(() => undefined)
}
