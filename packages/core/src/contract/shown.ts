import type { EntryId } from '../log/entry.ts'
import type { Message } from '../message/message.ts'

/** One message of the view that an engine works on. */
export interface Shown {
  readonly id: EntryId
  readonly message: Message
  /** Its place among the originals of the conversation, from 0. */
  readonly index?: number
  /** For text that an engine made: the entries it represents. */
  readonly standsFor?: readonly EntryId[]
}
