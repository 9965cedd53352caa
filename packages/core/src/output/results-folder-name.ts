import type { ConversationId } from '../store/session.ts'
import { sha256 } from '../text/sha256.ts'

/** So many digits that nobody finds a second id for them. */
const digits = 32

/** The folder of a conversation's kept outputs among those of others: a hash, so that no id leads anywhere else. */
export function resultsFolderName(conversation: ConversationId): string {
  return sha256(conversation).slice(0, digits)
}

/** The ids that earlier versions gave, and named the folder after; no hash looks like one. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The name of that folder, and the one that it may have had before. */
export function resultsFolderNames(conversation: ConversationId): readonly string[] {
  return [resultsFolderName(conversation), ...(uuid.test(conversation) ? [conversation] : [])]
}
