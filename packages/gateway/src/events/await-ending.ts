import type { EntryId } from '@palimpsest/core/log'
import type { ConversationId } from '@palimpsest/core/store'
import { type ArrivalEnding, readEnding } from './arrival-ending.ts'
import type { EventHub } from './event-hub.ts'

/** The arrival that somebody waits for. */
export interface AwaitedArrival {
  readonly conversation: ConversationId
  readonly entry: EntryId
  /** The id of an event that came before its ending. */
  readonly after: number
}

/** Waits until an arrival is dealt with; `undefined` when the signal aborts the waiting. */
export function awaitEnding(
  hub: EventHub,
  { conversation, entry, after }: AwaitedArrival,
  signal: AbortSignal,
): Promise<ArrivalEnding | undefined> {
  return new Promise((resolve) => {
    const end = (ending?: ArrivalEnding) => {
      unfollow()
      signal.removeEventListener('abort', abort)
      resolve(ending)
    }
    const abort = () => end()
    const unfollow = hub.follow(conversation, after, (events) => {
      for (const { event } of events) {
        const ending = readEnding(event, entry)
        if (ending !== undefined) return end(ending)
      }
    })
    if (signal.aborted) end()
    else signal.addEventListener('abort', abort)
  })
}
