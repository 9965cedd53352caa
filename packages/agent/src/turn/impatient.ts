import type { NextAttempt, RefusalFacts } from '@palimpsest/core/overflow'
import { silenceCode } from '../provider/with-idle-timeout.ts'
import type { AgentParts } from './agent.ts'

/** Nobody is there: a name that does not exist, or a machine where nothing listens. */
const dead = /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|\bbad port\b/

/** Waits of one, two and four seconds: a server that is being restarted is back by then. */
const shortWaits = 3

/** Each silence has taken minutes already. */
const silentWaits = 2

/** Waits less when it helps little: at an address that is dead or silent, and when another model is available. */
export function impatient(next: NextAttempt, { code = '', message }: RefusalFacts, parts: AgentParts): NextAttempt {
  if (next.step.kind !== 'wait') return next
  if (code === silenceCode && next.attempts.waits > silentWaits)
    return { ...next, step: { kind: 'give-up', message: silentAt(next.attempts.waits) } }
  if (next.attempts.waits <= shortWaits) return next
  if (dead.test(`${code} ${message}`)) return { ...next, step: { kind: 'give-up', message: nobodyAt(parts) } }
  if (parts.fallback === undefined) return next
  return { ...next, step: { kind: 'give-up', message: `${parts.model.name} cannot be reached: ${message}` } }
}

function nobodyAt({ provider }: AgentParts): string {
  return `Nothing answers at ${provider.route}. Nothing is lost. Check model.base_url, and that the server runs and can be reached; then send the message again.`
}

function silentAt(times: number): string {
  return `The provider said nothing, ${times} times in a row. Nothing is lost. Send the message again, or choose another model with /model.`
}
