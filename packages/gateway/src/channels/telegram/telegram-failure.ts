import { DeliveryError } from '../channel.ts'
import { errorText } from '../error-text.ts'
import { lostAnswer } from '../lost-answer.ts'

/** Says what a failed call means for the message. Its cause is left out, since grammy keeps the URL with the token in it. */
export function telegramFailure(error: unknown, token: string): DeliveryError {
  if (error instanceof DeliveryError) return error
  const text = `Telegram: ${errorText(error, [token])}`
  const refusal = telegramRefusal(error)
  if (refusal === undefined) return lostAnswer(text, error)
  if (refusal.code === 429) return new DeliveryError(text, { retryInMs: (refusal.retrySeconds ?? 1) * 1000 })
  // Telegram may fail after having taken the message.
  if (refusal.code >= 500) return lostAnswer(text, error)
  return new DeliveryError(text, {})
}

/** An answer in which Telegram says no. */
export interface TelegramRefusal {
  readonly code: number
  readonly description: string
  readonly retrySeconds?: number
}

/** Reads grammy's error by its fields, not its class, so that grammy need not be loaded. */
export function telegramRefusal(error: unknown): TelegramRefusal | undefined {
  if (!(error instanceof Error) || !('error_code' in error) || typeof error.error_code !== 'number') return undefined
  const description = 'description' in error ? String(error.description) : ''
  const parameters = 'parameters' in error ? error.parameters : undefined
  const seconds =
    typeof parameters === 'object' && parameters !== null && 'retry_after' in parameters && parameters.retry_after
  return {
    code: error.error_code,
    description,
    ...(typeof seconds === 'number' ? { retrySeconds: seconds } : {}),
  }
}
