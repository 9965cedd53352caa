import { DeliveryError } from './channel.ts'
import { wasNeverSent } from './was-never-sent.ts'

/** A second is long enough for a hiccup to pass; whoever retries lengthens it. */
export const hiccupMs = 1000

/** Makes the error for a call that got no answer, or one that does not say whether the message was taken. */
export function lostAnswer(text: string, error: unknown): DeliveryError {
  return new DeliveryError(text, { retryInMs: hiccupMs, isUnsure: !wasNeverSent(error) })
}
