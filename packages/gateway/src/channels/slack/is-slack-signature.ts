import { createHmac } from 'node:crypto'
import { isSameSecret } from '../is-same-secret.ts'

/** Slack asks to refuse older requests, since whoever recorded one could send it again. */
const oldestSeconds = 5 * 60

/** A request as far as its signature goes. */
export interface SlackSigned {
  readonly headers: Headers
  readonly body: Uint8Array
}

/** True when Slack signed the request with our secret, within five minutes of now. */
export function isSlackSignature({ headers, body }: SlackSigned, signingSecret: string, nowMs: number): boolean {
  const timestamp = headers.get('x-slack-request-timestamp') ?? ''
  const ageSeconds = Math.abs(nowMs / 1000 - Number(timestamp))
  // A missing timestamp is an age that is no number, which is not within any bound.
  if (signingSecret === '' || timestamp === '' || !(ageSeconds <= oldestSeconds)) return false
  return isSameSecret(headers.get('x-slack-signature'), slackSignature(body, timestamp, signingSecret))
}

/** The signature of a body, in Slack's version 0. */
export function slackSignature(body: Uint8Array, timestamp: string, signingSecret: string): string {
  const hmac = createHmac('sha256', signingSecret)
  return `v0=${hmac.update(`v0:${timestamp}:`).update(body).digest('hex')}`
}
