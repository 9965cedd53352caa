import type { EntryId } from '@palimpsest/core/log'
import { type ConversationId, type GatewayStore, keptEvents } from '@palimpsest/core/store'
import { type ArrivalEnding, readEnding } from '../events/arrival-ending.ts'
import { findAnswer } from '../events/find-answer.ts'

/** How an arrival that came again was dealt with before; `undefined` while it is not. */
export async function knownEnding(
  store: GatewayStore,
  conversation: ConversationId,
  entry: EntryId,
): Promise<ArrivalEnding | undefined> {
  for (const { event } of await store.events.after(conversation, 0, keptEvents)) {
    const ending = readEnding(event, entry)
    if (ending !== undefined) return ending
  }
  return findAnswer(store, entry)
}
