import type { SessionStore, StoredMessage } from '@palimpsest/core'

/** Who wrote a reply: the message tells, or else its session; nothing where neither does. */
export type ModelOf = (stored: StoredMessage) => Promise<string | undefined>

/** Looks each session up once. */
export function createModelOf(store: SessionStore): ModelOf {
  const models = new Map<string, string | undefined>()
  return async ({ message, session }) => {
    if (message.role === 'assistant' && message.model !== undefined) return message.model
    if (!models.has(session)) models.set(session, (await store.session(session))?.model)
    return models.get(session)
  }
}
