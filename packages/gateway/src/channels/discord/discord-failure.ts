import { DeliveryError } from '../channel.ts'
import { errorText } from '../error-text.ts'
import { hiccupMs, lostAnswer } from '../lost-answer.ts'

/** Says what a failed call means for the message. Its cause is left out, since the library keeps the request in it. */
export function discordFailure(error: unknown, token: string): DeliveryError {
  if (error instanceof DeliveryError) return error
  const text = `Discord: ${errorText(error, [token])}`
  const retryMs = numberIn(error, 'retryAfter')
  if (retryMs !== undefined) return new DeliveryError(text, { retryInMs: retryMs > 0 ? retryMs : hiccupMs })
  const status = numberIn(error, 'status')
  if (status !== undefined && status < 500) return new DeliveryError(text, {})
  // Within some minutes Discord knows a nonce again, so that even an unsure send can be repeated.
  return lostAnswer(text, error)
}

function numberIn(value: unknown, name: string): number | undefined {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof found === 'number' ? found : undefined
}
