import type { ConversationId, SessionStore, StoredMessage } from '@palimpsest/core/store'

/** Messages held at a time: few, since one of them can be large. */
const pageSize = 200

/** The originals of a conversation from a place on, in order, a page at a time. */
export async function* eachOriginal(
  store: SessionStore,
  conversation: ConversationId,
  from = 0,
): AsyncGenerator<StoredMessage> {
  for (let at = from; ; at += pageSize) {
    const page = await store.originals(conversation, { from: at, limit: pageSize })
    yield* page
    if (page.length < pageSize) return
  }
}
