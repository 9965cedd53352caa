import { DeliveryError } from '../channel.ts'
import { errorText } from '../error-text.ts'
import { lostAnswer } from '../lost-answer.ts'

/** By Slack's documentation part of the call may have succeeded before one of these. */
const unsureCodes: ReadonlySet<string> = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
])

/** Slack says so with status 200 where a workspace as a whole is over its limit. */
const limitCodes: ReadonlySet<string> = new Set(['ratelimited', 'rate_limited', 'message_limit_exceeded'])

/** Says what a failed call means for the message. */
export function slackFailure(error: unknown, botToken: string): DeliveryError {
  if (error instanceof DeliveryError) return error
  const text = `Slack: ${errorText(error, [botToken]).slice(0, 500)}`
  const retrySeconds = field(error, 'retryAfter')
  if (typeof retrySeconds === 'number') return new DeliveryError(text, { retryInMs: retrySeconds * 1000 })
  const code = field(field(error, 'data'), 'error')
  if (typeof code === 'string' && limitCodes.has(code)) return new DeliveryError(text, { retryInMs: 30_000 })
  return isFinal(error, code) ? new DeliveryError(text, {}) : lostAnswer(text, error)
}

function isFinal(error: unknown, code: unknown): boolean {
  // A code is one word; anything else is the page of some proxy that the client could not read.
  if (typeof code === 'string') return /^[a-z_]+$/u.test(code) && !unsureCodes.has(code)
  const status = field(error, 'statusCode')
  return typeof status === 'number' && status < 500
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
