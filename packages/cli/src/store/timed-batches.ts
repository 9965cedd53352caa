import type { Message } from '@palimpsest/core/message'
import { recordedTime } from '@palimpsest/core/recorded'
import type { Instant } from '@palimpsest/core/store'

/** Messages that are written together, at a time that is true of all of them to the minute. */
export interface TimedBatch {
  readonly messages: readonly Message[]
  readonly at: Instant
}

/** Messages written in one transaction: many enough to be fast, few enough that others get their turn. */
const mostMessages = 500
const minuteMs = 60_000

/**
 * Splits a transcript by when it was said, as far as its file records it: a message without a time has that of the
 * one before it. No time goes back or lies ahead; without any, all was said now.
 */
export function timedBatches(messages: readonly Message[], now: Instant): readonly TimedBatch[] {
  const first = messages.map(recordedTime).find((time) => time !== undefined) ?? now
  const batches: { readonly messages: Message[]; readonly at: Instant }[] = []
  let at = Math.min(now, Math.max(0, first))
  for (const message of messages) {
    at = Math.min(now, Math.max(at, recordedTime(message) ?? at))
    const last = batches.at(-1)
    const isSame = last !== undefined && last.messages.length < mostMessages && minuteOf(last.at) === minuteOf(at)
    if (isSame) last.messages.push(message)
    else batches.push({ messages: [message], at })
  }
  return batches
}

function minuteOf(at: Instant): number {
  return Math.floor(at / minuteMs)
}
