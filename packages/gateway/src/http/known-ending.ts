import type { ConversationId, GatewayStore } from '@palimpsest/core/store'
import { keptEvents } from '@palimpsest/core/store'
import { type ArrivalEnding, readEnding } from '../events/arrival-ending.ts'
import { findAnswer } from '../events/find-answer.ts'
import { pauseFor } from '../timing/pause-for.ts'
import { ApiError } from './api-error.ts'
import type { PutEntry } from './put-arrival.ts'

/** How an arrival was dealt with; `waiting` while it is not, and `gone` when nobody knows any more. */
export type KnownEnding = ArrivalEnding | 'waiting' | 'gone'

type Put = Pick<PutEntry, 'entry' | 'source'>

/** Finds how an arrival that came before was dealt with: in the events, or where these are gone in the conversation. */
export async function knownEnding(
  store: GatewayStore,
  conversation: ConversationId,
  { entry, source }: Put,
): Promise<KnownEnding> {
  if ((await store.inbox.waiting(source)) !== undefined) return 'waiting'
  for (const { event } of await store.events.after(conversation, 0, keptEvents)) {
    const ending = readEnding(event, entry)
    if (ending !== undefined) return ending
  }
  return (await findAnswer(store, entry)) ?? 'gone'
}

/** What to look for, and how often. */
export interface EndingSearch {
  readonly conversation: ConversationId
  readonly put: Put
  readonly everyMs: number
}

/**
 * Looks now and then whether an arrival was dealt with: its events go when its conversation is deleted, and those who
 * wait for them would wait for ever. `undefined` when the signal aborts the search.
 */
export async function searchEnding(
  store: GatewayStore,
  { conversation, put, everyMs }: EndingSearch,
  signal: AbortSignal,
): Promise<Exclude<KnownEnding, 'waiting'> | undefined> {
  for (;;) {
    await pauseFor(everyMs, signal)
    if (signal.aborted) return undefined
    // A store that cannot be read now is asked again.
    const known = await knownEnding(store, conversation, put).catch(() => 'waiting' as const)
    if (known !== 'waiting') return known
  }
}

/** It was dealt with, or deleted, and nothing tells how. */
export function endingGone({ entry }: Put): ApiError {
  const message =
    'It was dealt with, or deleted with its conversation; how is no longer known. Send it under another key.'
  return new ApiError(410, { code: 'gone', message, fields: { entry } })
}
