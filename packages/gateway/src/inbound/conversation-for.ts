import { createHash } from 'node:crypto'
import { type ConversationId, conversationId } from '@palimpsest/core/store'

/** Where a conversation takes place. */
export interface ThreadPlace {
  readonly channel: string
  readonly thread: string
}

/** The scope of the store's state that says which conversation a thread is in, once it began a new one. */
export const threadScope = 'gateway/threads'

/** The key of a thread in that scope. */
export function threadKey({ channel, thread }: ThreadPlace): string {
  return `${channel}:${thread}`
}

const digestChars = 32

/**
 * The conversation of a thread: the same in every process, without asking anybody. `begunBy` is the entry of the
 * command that began it, and absent for the first one. Foreign ids may hold any character, so they are hashed.
 */
export function conversationFor(place: ThreadPlace, begunBy = ''): ConversationId {
  const digest = createHash('sha256')
    .update(JSON.stringify([place.channel, place.thread, begunBy]))
    .digest('hex')
  return conversationId(`${place.channel}-${digest.slice(0, digestChars)}`)
}
