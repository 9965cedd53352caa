import type { SessionStore, StoredMessage } from '@palimpsest/core/store'
import { isSynthetic } from '@palimpsest/core/wire'

/** True when a model was asked for this, or it carries the usage of calls beside the conversation. */
export function isBilled({ message, usage }: StoredMessage): boolean {
  return usage !== undefined || (message.role === 'assistant' && !isSynthetic(message))
}

/** Finds the model that wrote a reply: from the message, or else its session; nothing where neither names it. */
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
