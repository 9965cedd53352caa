import type { ConversationLog, LogEntry } from '../contract/conversation-log.ts'
import type { ConversationId } from '../store/session.ts'
import type { SessionStore, StoredMessage } from '../store/store.ts'

export interface StoreLogOptions {
  /** Reads outputs back that were too long to show. @default messages are as they were shown */
  whole?(entry: LogEntry): Promise<LogEntry>
}

/** The log of a conversation that is kept in a store. */
export function createStoreLog(
  store: SessionStore,
  conversation: () => ConversationId,
  { whole = async (entry) => entry }: StoreLogOptions = {},
): ConversationLog {
  return {
    size: async () => (await store.conversation(conversation()))?.messages ?? 0,
    entries: async (ids) => {
      const found = await Promise.all(ids.map((id) => store.message(id)))
      return found.flatMap((stored) => (stored?.conversation === conversation() ? [entryOf(stored)] : []))
    },
    originals: async (from, limit) => (await store.originals(conversation(), { from, limit })).map(entryOf),
    search: (text, limit) => store.search({ text, limit, conversation: conversation() }),
    whole,
  }
}

function entryOf({ id, message, index, at, standsFor }: StoredMessage): LogEntry {
  return { id, message, at, ...(index !== undefined && { index }), ...(standsFor !== undefined && { standsFor }) }
}
