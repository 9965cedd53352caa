import { redact, redactMessage } from '@palimpsest/core/redact'
import type { Conversation, Session, StoredMessage } from '@palimpsest/core/store'

/** A conversation as it may be shown: its title may come from elsewhere, or from a time when titles were not cleaned. */
export function cleanConversation(conversation: Conversation): Conversation {
  const { title } = conversation
  return title === undefined ? conversation : { ...conversation, title: redact(title).text }
}

/** A session as it may be shown. */
export function cleanSession(session: Session): Session {
  const { system } = session
  return system === undefined ? session : { ...session, system: redact(system).text }
}

/** A message as it may be shown; `read` and `sessions export` give the original. */
export function cleanMessage(stored: StoredMessage): StoredMessage {
  return { ...stored, message: redactMessage(stored.message) }
}
