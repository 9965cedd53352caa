import type { Json } from '../json.ts'
import type { ConversationId, Instant } from './session.ts'

/** Something that happened in a conversation, for those who watch it. */
export interface LoggedEvent {
  /** Its place in the conversation's log, from 1, without gaps. */
  readonly id: number
  readonly at: Instant
  readonly event: Json
}

/** The newest events of each conversation: whoever was cut off reads on where they were. */
export interface EventLog {
  /** Adds events at the end; answers with the id of the last one. Old ones beyond `keptEvents` go. */
  append(conversation: ConversationId, events: readonly Json[], at: Instant): Promise<number>
  /** Events after an id, in order. Where the first has a higher id than `after + 1`, those between are gone. */
  after(conversation: ConversationId, id: number, limit: number): Promise<readonly LoggedEvent[]>
  /** Calls back with a conversation in which something may have happened; only a hint. Returns how to stop. */
  watch(listener: (conversation: ConversationId) => void): () => void
}

/** How many events of a conversation are kept at least. */
export const keptEvents = 1_000
