import type { Conversation, SessionStore } from '@palimpsest/core/store'

/** Conversations asked for at a time. */
const pageSize = 1000

/** All conversations of a store, archived ones included. */
export async function everyConversation(store: SessionStore): Promise<readonly Conversation[]> {
  const found = new Map<string, Conversation>()
  for (let from = 0; ; from += pageSize) {
    const page = await store.conversations({ from, limit: pageSize, archived: true })
    for (const conversation of page) found.set(conversation.id, conversation)
    if (page.length < pageSize) return [...found.values()]
  }
}
