import { redact } from '@palimpsest/core/redact'
import { DeliveryError } from '../channel.ts'
import { errorText } from '../error-text.ts'
import { hiccupMs, lostAnswer } from '../lost-answer.ts'

/** The SDK's errors after which trying again is of no use. */
const finalNames: ReadonlySet<string> = new Set([
  'AuthenticationError',
  'PermissionError',
  'ResourceNotFoundError',
  'ValidationError',
  'NotImplementedError',
])

/** Says what a failed call means for the message. The bridge may not know the token, so known shapes are masked too. */
export function bridgeFailure(name: string, error: unknown, secrets: readonly string[]): DeliveryError {
  if (error instanceof DeliveryError) return error
  const text = redact(`${name}: ${errorText(error, secrets)}`).text
  const retryInMs = rateLimitMs(error)
  if (retryInMs !== undefined) return new DeliveryError(text, { retryInMs })
  if (error instanceof Error && finalNames.has(error.name)) return new DeliveryError(text, {})
  return lostAnswer(text, error)
}

/** The adapter for Discord says so only in its message: `Discord API error: 429 {…"retry_after":1.0…}`. */
function rateLimitMs(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  const said = error.message.includes(' 429 ') ? /"retry_after":\s*(\d+)/u.exec(error.message) : null
  if (said !== null) return (Number(said[1]) + 1) * 1000
  if (error.name !== 'AdapterRateLimitError' && error.name !== 'RateLimitError') return undefined
  const seconds = 'retryAfter' in error ? error.retryAfter : undefined
  return typeof seconds === 'number' ? seconds * 1000 : hiccupMs
}
